/** @type {import('next').NextConfig} */
const config = {
  output: 'standalone',
  distDir: process.env.LOCKSCOPE_DIST_DIR ?? '.next',
  poweredByHeader: false,
  reactStrictMode: true,
  // No page has a picture to be resized: without this anybody may have the console decode one.
  images: { unoptimized: true },
  // What a console wrote in this folder is no part of a build.
  outputFileTracingExcludes: { '*': ['./lockscope-data/**'] },
  // `npm run check` is where types are checked, tests and benches with them.
  typescript: { ignoreBuildErrors: true },
  turbopack: {
    resolveAlias: {
      // Pages have compiled texts (`lib/i18n/compiled.ts`) and need no parser for them.
      'use-intl/format-message': 'use-intl/format-message/format-only',
      // The same parsers: browsers have one copy of them, and the files that read an address are for both sides.
      'nuqs/server': { browser: 'nuqs' },
    },
  },
  serverExternalPackages: ['ioredis', 'kysely', 'libsql', 'pg', 'pino'],
};

export default config;
