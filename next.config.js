/** @type {import('next').NextConfig} */
const config = {
  output: 'standalone',
  distDir: process.env.LOCKSCOPE_DIST_DIR ?? '.next',
  poweredByHeader: false,
  reactStrictMode: true,
  // What a console wrote in this folder is no part of a build.
  outputFileTracingExcludes: { '*': ['./lockscope-data/**'] },
  serverExternalPackages: ['ioredis', 'kysely', 'libsql', 'pg', 'pino'],
};

export default config;
