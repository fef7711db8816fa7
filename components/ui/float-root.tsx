'use client';

const ID = 'floats';

/** Where menus, lists and hints are put: inside a landmark, so that nothing on the page is outside of all. */
export function FloatRoot() {
  return <div id={ID} className="contents" />;
}

/** The element of `FloatRoot`; undefined = the end of the body. */
export function floatRoot(): HTMLElement | undefined {
  return typeof document === 'undefined' ? undefined : (document.getElementById(ID) ?? undefined);
}
