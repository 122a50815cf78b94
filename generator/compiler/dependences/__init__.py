"""Dependences: which step of a program has to come before which other one, and why.

The words of this field, as they are used here:

- A *unit* is a statement that is moved as a whole: an assignment, or an `if` on values. (What an `if` asks
  only of loop variables says when its statements run, so these are units of their own.)
- An *instance* of a unit is one execution of it. Inside loops it has coordinates, the values of the loop
  variables: `displaced[j, k]` is the unit that counts `displaced`, in pass j of one loop and pass k of
  another.
- The *domain* of a unit is the set of its instances: all (j, k) with 0 <= j < length and 0 <= k < length.
  `length` is a *parameter*, a value that does not change meanwhile and need not be known.
- The *schedule* of a unit gives each instance its time, a list of numbers compared from left to right.
- Two instances *conflict* when both use the same place and at least one writes it. The *dependence* leads
  from the earlier one to the later one. It is a flow dependence when the later one reads what the earlier
  one may have written, an anti dependence when the later one overwrites what was read, and an output
  dependence when both write.

A new order of the instances is legal when no dependence leads backwards in it. The sets are described by
linear inequalities with whole numbers, and the library isl computes with them exactly: the answer holds for
all values of the parameters and is not a sample.
"""
