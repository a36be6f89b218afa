import type { Endpoint } from '@tongda/contract/core/endpoint';
import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { useAsk } from '../../../kit/call/use-ask';
import { EditPanel } from '../../../kit/dialog/edit-panel';
import type { Values } from '../../../kit/form/edit-schema';
import { askToLeave } from '../../../kit/form/leave-guards';
import { ErrorState, Loading } from '../../../kit/show/states';

interface FormDrawerProps<D extends { id: string; version: number }> {
  title: string;
  /** id of the record to edit; absent: a new one */
  id?: string;
  load: Endpoint<z.ZodType<{ id: string }, { id: string }>, z.ZodType<D>>;
  add: Endpoint;
  update: Endpoint;
  /** values of the form for the loaded record, or for a new one (null) */
  toForm: (loaded: D | null) => Values;
  body: (loaded: D | null) => ReactNode;
  done: () => void;
  close: () => void;
}

/** The form of a recorder or a lock in a drawer; a record to edit is loaded anew. */
export function FormDrawer<D extends { id: string; version: number }>(props: FormDrawerProps<D>) {
  const { id, load, done, close } = props;
  const answer = useAsk(load, { id: id ?? '' }, { own: 'edit', when: id !== undefined });
  const loaded = answer.data ?? null;
  const leave = (): void => void askToLeave().then((go) => (go ? close() : undefined));
  const saved = (): void => {
    done();
    close();
  };
  return (
    <Drawer open aria-label={props.title} closable={false} size={440} styles={{ body: { padding: 0 } }} onClose={leave}>
      {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : null}
      {id !== undefined && answer.isLoading ? <Loading /> : null}
      {id === undefined || loaded ? (
        <EditPanel
          title={props.title}
          endpoint={loaded === null ? props.add : props.update}
          initial={props.toForm(loaded)}
          toInput={(values) => (loaded === null ? values : { ...values, id: loaded.id, version: loaded.version })}
          saved={saved}
          close={leave}
          reload={() => answer.refetch({ throwOnError: true })}
        >
          {() => props.body(loaded)}
        </EditPanel>
      ) : null}
    </Drawer>
  );
}
