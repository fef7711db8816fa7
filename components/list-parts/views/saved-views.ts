/** A list of locks that somebody comes back to: its name, and its filter, order and connection as in the URL. */
export type SavedView = { name: string; query: string };

/** What makes a view; where one stands in it, and which moment it shows, does not. */
export const VIEW_KEYS = ['target', 'q', 'sort', 'desc', 'view'] as const;
type ViewParams = Record<(typeof VIEW_KEYS)[number], string | null>;
const MOST = 30;
export const NAME_LENGTH = 40;
const QUERY_LENGTH = 2_500;

/** The parameters of a URL that make a view, in one order. '' = the list as it is at first. */
export function viewQueryOf(params: ViewParams): string {
  const kept = VIEW_KEYS.flatMap((name) => {
    const value = params[name];
    return value ? [[name, value]] : [];
  });
  return new URLSearchParams(kept).toString();
}

/** The same parameters of a query; null = it does not have one. */
export function paramsOf(query: string): ViewParams {
  const search = new URLSearchParams(query);
  const [target = null, q = null, sort = null, desc = null, view = null] = VIEW_KEYS.map((key) =>
    search.get(key),
  );
  return { target, q, sort, desc, view };
}

/** The views in a text that a browser kept, by name. What cannot be read is left out: anybody may have written it. */
export function viewsIn(text: string): SavedView[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return [];
  }
  if (!Array.isArray(json)) return [];
  const views = json.flatMap((each: Partial<SavedView> | null) => {
    const { name, query } = each ?? {};
    if (typeof name !== 'string' || typeof query !== 'string' || query.length > QUERY_LENGTH) return [];
    const shown = name.trim().slice(0, NAME_LENGTH);
    return shown === '' ? [] : [{ name: shown, query: viewQueryOf(paramsOf(query)) }];
  });
  return byName(views).slice(0, MOST);
}

/** Why a view cannot be saved; null = it can. */
export function viewProblem(views: readonly SavedView[], { name, query }: SavedView): 'full' | 'long' | null {
  if (query.length > QUERY_LENGTH) return 'long';
  return views.length >= MOST && !views.some((view) => view.name === name.trim()) ? 'full' : null;
}

/** With one more; one of the same name is replaced. */
export function withView(views: readonly SavedView[], { name, query }: SavedView): SavedView[] {
  return byName([...views, { name: name.trim(), query }]);
}

export function withoutView(views: readonly SavedView[], name: string): SavedView[] {
  return views.filter((view) => view.name !== name);
}

/** Sorted; of one name the last. */
function byName(views: readonly SavedView[]): SavedView[] {
  const last = new Map(views.map((view) => [view.name, view]));
  return [...last.values()].sort((a, b) => a.name.localeCompare(b.name));
}
