/** Runs once, in the process that serves, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') (await import('./lib/server/start/start')).start();
}
