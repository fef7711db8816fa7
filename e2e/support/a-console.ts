import type { ConsoleClient } from '../../bin/cli/console-client';
import { requestOf } from '../../lib/contract/request';

/** What stands in for a console: an answer for each path that is asked for. */
type Answers = {
  get?(path: string): Promise<unknown>;
  post?(path: string, body: never): Promise<unknown>;
};

async function nothing(path: string): Promise<never> {
  throw new Error(`${path} was asked for`);
}

/** A client of a console that answers with these. */
export function aConsole({ get = nothing, post = nothing }: Answers): ConsoleClient {
  return {
    call: async (key, asked) => {
      const { method, path, body } = requestOf(key, asked);
      return (method === 'GET' ? get(path) : post(path, body as never)) as never;
    },
    lines: (key, asked) => nothing(requestOf(key, asked).path),
    text: async (path) => ((await get(path)) as Response).text(),
    stream: nothing,
  };
}
