/** @type {import('next').NextConfig} */
const config = {
  output: 'standalone',
  distDir: process.env.LOCKSCOPE_DIST_DIR ?? '.next',
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: ['ioredis', 'kysely', 'libsql', 'pg', 'pino'],
};

export default config;
