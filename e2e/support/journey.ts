import { expect, type Locator, type Page } from '@playwright/test';

/** Presses of Tab after which a control counts as out of reach. */
const FAR = 250;

/** What somebody does by keyboard alone: each action is one that a person would count, moving the focus is none. */
export type Journey = {
  /** Moves the focus to a control by Tab, and presses a key on it: Enter unless another is named. */
  press(control: Locator, key?: string): Promise<void>;
  /** Moves the focus to a group of radio buttons by Tab, and to one of them by arrow keys, which chooses it. */
  choose(radio: Locator): Promise<void>;
  /** Moves the focus to a field by Tab, and types into it. */
  type(field: Locator, text: string): Promise<void>;
  /** Presses keys wherever the focus is, as one action. */
  keys(...keys: string[]): Promise<void>;
  actions(): number;
};

/** Begins a journey on the page as it is. Focus on nothing, after any of its steps, fails it. */
export function journeyOn(page: Page): Journey {
  let actions = 0;

  async function reach(control: Locator): Promise<void> {
    await expect(control).toBeVisible();
    for (let presses = 0; presses < FAR; presses++) {
      if (await control.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`${control} is not reached by Tab`);
  }

  async function expectFocus(): Promise<void> {
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'BODY'), 'something has the focus')
      .not.toBe('BODY');
  }

  return {
    async press(control, key = 'Enter') {
      await reach(control);
      actions += 1;
      await page.keyboard.press(key);
      await expectFocus();
    },
    async choose(radio) {
      await expect(radio).toBeVisible();
      const isInGroup = () =>
        radio.evaluate(
          (element) =>
            document.activeElement?.getAttribute('role') === 'radio' &&
            element.closest('[role=radiogroup]')?.contains(document.activeElement),
        );
      for (let presses = 0; presses < FAR && !(await isInGroup()); presses++)
        await page.keyboard.press('Tab');
      for (let presses = 0; presses < 8 && !(await radio.isChecked()); presses++)
        await page.keyboard.press('ArrowDown');
      await expect(radio).toBeChecked();
      actions += 1;
    },
    async type(field, text) {
      await reach(field);
      actions += 1;
      await page.keyboard.type(text);
    },
    async keys(...keys) {
      actions += 1;
      for (const key of keys) await page.keyboard.press(key);
      await expectFocus();
    },
    actions: () => actions,
  };
}
