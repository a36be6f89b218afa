import { QueryClient, QueryClientProvider, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useParams } from 'react-router';
import { ApiError } from '../call/api-error';
import { Empty, ErrorState, Loading } from './states';

const gone = 4004;
const malformed = 4000;
/** A query client of their own: these pages need no login, and nothing of a session may reach them. */
const queries = new QueryClient();

/** A page behind a link that needs no account: /m/track/:token, /m/sign/:token, /m/temperature/:token. */
export function OpenLinkPage({ title, children }: { title: string; children: (token: string) => ReactNode }) {
  const { token = '' } = useParams();
  useEffect(() => {
    document.title = title;
  }, [title]);
  return <QueryClientProvider client={queries}>{children(token)}</QueryClientProvider>;
}

interface OpenLinkBodyProps<T> {
  /** of the page's frame */
  className: string;
  answer: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  /** the sentence that says why the link has expired or was withdrawn, and whom to ask */
  goneText: string;
  children: (data: T) => ReactNode;
}

/** What the link shows, or why it shows nothing. What was shown stays while a later question fails, unless the link is gone. */
export function OpenLinkBody<T>({ className, answer, goneText, children }: OpenLinkBodyProps<T>) {
  const { data, error } = answer;
  const isGone = error instanceof ApiError && (error.code === gone || error.code === malformed);
  return (
    <main className={className}>
      {isGone ? (
        <Empty title="链接已失效" text={goneText} />
      ) : data !== undefined ? (
        children(data)
      ) : error ? (
        <ErrorState error={error} retry={() => void answer.refetch()} />
      ) : (
        <Loading />
      )}
    </main>
  );
}
