import { setImmediate as breathe } from 'node:timers/promises';

/** Longest time without a pause, ms: reports of trucks wait for it. */
const sliceMs = 4;

/** As a loop over thousands of items, whose work is worth milliseconds: others have their turn in between. */
export async function eachInSlices<A>(items: Iterable<A>, one: (item: A) => void): Promise<void> {
  let from = performance.now();
  for (const item of items) {
    one(item);
    if (performance.now() - from < sliceMs) continue;
    await breathe();
    from = performance.now();
  }
}

/** As `Array.map`, for thousands of items whose work is worth milliseconds: others have their turn in between. */
export async function mapInSlices<A, B>(items: readonly A[], one: (item: A, index: number) => B): Promise<B[]> {
  const made: B[] = [];
  await eachInSlices(items.entries(), ([index, item]) => made.push(one(item, index)));
  return made;
}

/** Items as they come, with a pause where they have taken longer than a slice: what is ready at once would otherwise be taken at once, however much it is. */
export async function* inSlices<A>(items: AsyncIterable<A>): AsyncGenerator<A> {
  let from = performance.now();
  for await (const item of items) {
    yield item;
    if (performance.now() - from < sliceMs) continue;
    await breathe();
    from = performance.now();
  }
}
