/** The answer to a command; `refused` = Redis' error when it refused the command. */
export type Answer = { value: unknown; refused?: string };

/** Rejects when the connection fails or is late; a refusal is an answer. */
export async function ask(reply: Promise<unknown>): Promise<Answer> {
  try {
    return { value: await reply };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ReplyError') throw error;
    return { value: null, refused: error.message };
  }
}
