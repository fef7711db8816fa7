import type { ConsoleClient } from '../../bin/cli/console-client';
import { requestOf } from '../../lib/contract/request';

/** What stands in for a console: an answer for each path that is asked for. */
type Answers = {
  get?(path: string): Promise<unknown>;
  post?(path: string, body: never): Promise<unknown>;
  /** The lines of an answer. */
  lines?(path: string, body: never): Promise<readonly unknown[]>;
};

async function nothing(path: string): Promise<never> {
  throw new Error(`${path} was asked for`);
}

/** A client of a console that answers with these. */
export function aConsole({ get = nothing, post = nothing, lines = nothing }: Answers): ConsoleClient {
  return {
    call: async (key, asked) => {
      const { method, path, body } = requestOf(key, asked);
      return (method === 'GET' ? get(path) : post(path, body as never)) as never;
    },
    lines: async (key, asked, onLine) => {
      const { path, body } = requestOf(key, asked);
      for (const line of await lines(path, body as never)) onLine(line);
    },
    text: async (path) => ((await get(path)) as Response).text(),
    stream: nothing,
  };
}
