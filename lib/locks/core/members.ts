/** A member of at most one `Members`, which stores its index here. */
export type Placed = { place: number };

/** An unordered set of objects. A `Set` hashes each object, which costs more than all other work done with it here. */
export class Members<T extends Placed> {
  private readonly all: T[] = [];

  add(member: T): void {
    member.place = this.all.length;
    this.all.push(member);
  }

  /** Does nothing for an object that is no member. */
  delete(member: T): void {
    const { all } = this;
    if (all[member.place] !== member) return;
    const last = all.pop() as T;
    if (last === member) return;
    all[member.place] = last;
    last.place = member.place;
  }

  /** A copy of the members, which later changes do not affect. */
  list(): T[] {
    return [...this.all];
  }
}
