/** Languages of the console, English first. Names are in the language itself. */
export const LOCALES = { en: 'English', zh: '中文' } as const;

export type Locale = keyof typeof LOCALES;

export const LOCALE_COOKIE = 'lockscope-locale';

/** The language of a request: what was chosen, else the first one the browser asks for that we have, else English. */
export function localeOf(chosen: string | undefined, acceptLanguage: string | null): Locale {
  if (isLocale(chosen)) return chosen;
  const asked = (acceptLanguage ?? '').split(',').map((part) => {
    const [tag = '', ...settings] = part.trim().split(';');
    const quality = settings.map((setting) => /^\s*q=([\d.]+)\s*$/.exec(setting)?.[1]).find(Boolean);
    return { language: tag.split('-')[0]?.toLowerCase(), quality: Number(quality ?? 1) };
  });
  const best = asked.sort((a, b) => b.quality - a.quality).find(({ language }) => isLocale(language));
  return (best?.language as Locale | undefined) ?? 'en';
}

function isLocale(name: string | undefined): name is Locale {
  return name !== undefined && Object.hasOwn(LOCALES, name);
}
