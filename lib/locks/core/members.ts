/** Something that is among one `Members` at a time, which keep its place in it. */
export type Placed = { place: number };

/** A set of objects in no order. A `Set` hashes each object once, which costs more than all else that is done with it here. */
export class Members<T extends Placed> {
  private readonly all: T[] = [];

  add(member: T): void {
    member.place = this.all.length;
    this.all.push(member);
  }

  /** Does nothing with one that is not among them. */
  delete(member: T): void {
    const { all } = this;
    if (all[member.place] !== member) return;
    const last = all.pop() as T;
    if (last === member) return;
    all[member.place] = last;
    last.place = member.place;
  }

  /** Those of this moment, whatever comes or goes while they are looked at. */
  list(): T[] {
    return [...this.all];
  }
}
