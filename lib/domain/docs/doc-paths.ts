import type { FindingCode } from '../../contract/finding-codes';
import type { InsightCode } from '../../contract/insight-codes';

/** Where the console shows its documentation. */
export const DOCS_PATH = '/docs';

/** The page of contents, and the README of the project, from the root of the repository. */
export const CONTENTS_FILE = 'docs/README.md';
export const PROJECT_README = 'README.md';

/** Address of the page of a Markdown file; `file` is its path from the root of the repository. */
export function docPathOf(file: string): string {
  if (file === CONTENTS_FILE) return DOCS_PATH;
  if (file === PROJECT_README) return `${DOCS_PATH}/readme`;
  return `/${file.replace(/\.md$/, '')}`;
}

/** Address of the page that explains a finding. */
export function findingDocPath(code: FindingCode): string {
  return `${DOCS_PATH}/findings/${code}`;
}

/** Address of the page with formula and limits of an insight. */
export function insightDocPath(code: InsightCode): string {
  return `${DOCS_PATH}/insights/${code}`;
}
