'use client';

import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { type ReactNode, useId } from 'react';

export type RadioCard<Value extends string> = {
  value: Value;
  title: ReactNode;
  text: ReactNode;
  /** Across from the title, in a few words. */
  right?: ReactNode;
  disabled?: boolean;
};

/** Choices as cards: a title and what follows from it. */
export function RadioCards<Value extends string>({
  label,
  value,
  onChange,
  options,
}: {
  label: string;
  value: Value;
  onChange(value: Value): void;
  options: readonly RadioCard<Value>[];
}) {
  const id = useId();
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      className="flex flex-col gap-1.5"
    >
      {options.map((option) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the radio inside is the control
        <label
          key={option.value}
          className="flex gap-3 rounded-md border border-line-strong px-2.5 py-2 has-[[data-checked]]:border-[1px] has-[[data-checked]]:outline has-[[data-checked]]:outline-[1px] has-[[data-checked]]:border-info-mark has-[[data-checked]]:bg-selected has-[[data-checked]]:outline-info-mark has-[[data-disabled]]:opacity-60"
        >
          <Radio.Root
            value={option.value}
            disabled={option.disabled}
            aria-labelledby={`${id}-${option.value}`}
            aria-describedby={`${id}-${option.value}-text ${id}-${option.value}-right`}
            className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-control bg-surface data-[checked]:border-info-mark data-[checked]:bg-info-mark"
          >
            <Radio.Indicator className="size-1.5 rounded-full bg-on-info" />
          </Radio.Root>
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap justify-between gap-x-3">
              <span id={`${id}-${option.value}`} className="font-semibold">
                {option.title}
              </span>
              <span id={`${id}-${option.value}-right`} className="num text-2 text-sm">
                {option.right}
              </span>
            </span>
            <span id={`${id}-${option.value}-text`} className="block text-2 text-sm">
              {option.text}
            </span>
          </span>
        </label>
      ))}
    </RadioGroup>
  );
}
