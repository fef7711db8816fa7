/** Epoch ms at which PHP's uniqid made these 13 digits: seconds and microseconds, both in hex. null = none it makes. */
export function uniqidTime(id: string): number | null {
  const micros = Number.parseInt(id.slice(8), 16);
  return /^[67][0-9a-f]{12}$/.test(id) && micros < 1_000_000
    ? Number.parseInt(id.slice(0, 8), 16) * 1000 + Math.floor(micros / 1000)
    : null;
}
