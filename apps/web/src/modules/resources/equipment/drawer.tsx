import type { Endpoint } from '@tongda/contract/core/endpoint';
import type { BindingLine } from '@tongda/contract/resources/equipment/binding';
import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { useAsk } from '../../../kit/call/use-ask';
import { PaperCards } from '../../../kit/detail/due-date';
import { type Fact, Facts } from '../../../kit/detail/page';
import { ErrorState, Loading } from '../../../kit/show/states';
import { BindingTable } from './binding-parts';

interface EquipmentDrawerProps<D> {
  title: string;
  load: Endpoint<z.ZodType<{ id: string }, { id: string }>, z.ZodType<D>>;
  id: string;
  facts: (loaded: D) => Fact[];
  papers: (loaded: D) => Parameters<typeof PaperCards>[0]['papers'];
  /** true: bindings have a door (locks) */
  door?: boolean;
  /** what only this kind of equipment has, above its bindings */
  more?: (loaded: D) => ReactNode;
  close: () => void;
}

/** The details and 绑定记录 of a recorder or a lock, in a drawer. */
export function EquipmentDrawer<D extends { bindings: BindingLine[] }>(props: EquipmentDrawerProps<D>) {
  const { load, id } = props;
  const answer = useAsk(load, { id });
  const d = answer.data;
  return (
    <Drawer open title={props.title} size={680} onClose={props.close}>
      {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : null}
      {answer.isLoading ? <Loading /> : null}
      {d ? (
        <div className="td-stack">
          <PaperCards papers={props.papers(d)} />
          <Facts title="基本信息" facts={props.facts(d)} />
          {props.more?.(d)}
          <BindingTable bindings={d.bindings} door={props.door} />
        </div>
      ) : null}
    </Drawer>
  );
}
