"""The tool for assembly, on a function with known loops."""

from assembly import Loops, functions, innermost, loops_of

FUNCTION = """
0000000000000000 <kernel>:
   0:\tvxorps %xmm0,%xmm0,%xmm0
   4:\tvmovups (%rdi),%ymm1
   8:\tvaddps %ymm1,%ymm0,%ymm0
   c:\tvmovaps %ymm0,0x20(%rsp)
  10:\tvaddss (%rsi),%xmm2,%xmm2
  14:\tvaddps (%rdx),%xmm3,%xmm3
  18:\tcmp    %rax,%rdi
  1c:\tjne    4 <kernel+0x4>
  20:\tadd    $0x1,%rcx
  24:\tjne    20 <kernel+0x20>
  28:\tcmp    %rbx,%rcx
  2c:\tjne    0 <kernel>
  30:\tret
"""


def test_loops_that_hold_no_other() -> None:
    [lines] = functions(FUNCTION).values()
    assert [(loop[0].at, loop[-1].at) for loop in innermost(lines)] == [(4, 0x1C), (0x20, 0x24)]


def test_vectors_of_the_innermost_loops() -> None:
    """A loop without vectors does not count, nor does the sum of single numbers."""
    assert loops_of(FUNCTION, "ymm") == Loops(loops=1, vectors=4, whole=3, lines=7, stack=1)
    assert loops_of(FUNCTION, "xmm") == Loops(loops=1, vectors=4, whole=1, lines=7, stack=1)
