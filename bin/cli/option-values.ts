import { InvalidArgumentError } from 'commander';

export function collect(id: string, before: string[] = []): string[] {
  return [...before, id];
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('must be a whole number');
  return Number(text);
}
