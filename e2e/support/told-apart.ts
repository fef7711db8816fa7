/** 1 of 32 times 16 random bytes have the bits of a UUID of version 4 or 1. */
const LIKE_A_UUID = /^.{12}[14].{3}[89ab]/;

/**
 * What `acquire` takes, as often as it draws a token that looks like a UUID and may so be of other libraries as well;
 * `giveBack` frees it in between.
 */
export async function toldApart<L extends { value?: string | null | undefined }>(
  acquire: () => Promise<L>,
  giveBack: () => Promise<unknown>,
): Promise<L> {
  for (;;) {
    const lock = await acquire();
    if (!LIKE_A_UUID.test(lock.value ?? '')) return lock;
    await giveBack();
  }
}
