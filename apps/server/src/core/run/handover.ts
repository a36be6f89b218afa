/** What a piece of work says next: it hands something over and hears whether more is wanted; it has ended; it has failed. */
type Offer<T> = { item: T; answer: (goOn: boolean) => void } | 'ended' | { error: unknown };

/** Ends work of whose results nobody wants more. */
const stopped = new Error('nobody takes what is handed over');

/**
 * What a piece of work gives, item by item, as it is taken: `give` resolves when the taker comes for the next one. So what happens within something that begins and ends (a transaction) can
 * be read by a loop outside of it. A loop that is left early ends the work by an error of `give`; what the work throws the loop throws.
 */
export async function* handedOver<T>(work: (give: (item: T) => Promise<void>) => Promise<unknown>): AsyncGenerator<T> {
  let tell: (offer: Offer<T>) => void = () => undefined;
  const nextOffer = (): Promise<Offer<T>> =>
    new Promise((resolve) => {
      tell = resolve;
    });
  let next = nextOffer();
  // no race with the end of the work: a promise that is raced again and again keeps what each race answered
  const ended = work(async (item) => {
    const goOn = await new Promise<boolean>((answer) => tell({ item, answer }));
    if (!goOn) throw stopped;
  }).then(
    () => tell('ended'),
    (error: unknown) => tell({ error }),
  );
  let taken: ((goOn: boolean) => void) | null = null;
  try {
    for (;;) {
      const offer = await next;
      if (offer === 'ended') return;
      if ('error' in offer) throw offer.error;
      next = nextOffer();
      taken = offer.answer;
      yield offer.item;
      taken = null;
      offer.answer(true);
    }
  } finally {
    taken?.(false);
    await ended;
  }
}
