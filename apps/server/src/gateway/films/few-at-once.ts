/** Runs pieces of work, so many at once at most; the others wait in the order in which they came. */
export function fewAtOnce(slots: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: Array<() => void> = [];
  return async (work) => {
    // whoever is let in here takes over the slot of the one who leaves
    if (running >= slots) await new Promise<void>((go) => waiting.push(go));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
