declare module 'cluster-key-slot' {
  /** Slot of a key in a Redis cluster, by its hash tag where it has one. */
  export default function calculateSlot(key: string | Buffer): number;
}
