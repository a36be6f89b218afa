import type { Endpoint, Input, Output } from '@tongda/contract/core/endpoint';
import type { ReactNode } from 'react';
import { useAsk } from '../call/use-ask';
import { ErrorState, Loading } from '../show/states';

interface AskedProps<E extends Endpoint> {
  of: E;
  input: Input<E>;
  children: (answer: Output<E>) => ReactNode;
  /** stands there until the answer does, as high as it, where something lies below */
  coming?: ReactNode;
}

/** Asks one call and shows its answer: loading until it is there, what went wrong and 重试 when it does not come. */
export function Asked<E extends Endpoint>({ of, input, children, coming }: AskedProps<E>) {
  const answer = useAsk(of, input);
  if (answer.error) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (answer.data === undefined) return coming ?? <Loading />;
  return children(answer.data);
}
