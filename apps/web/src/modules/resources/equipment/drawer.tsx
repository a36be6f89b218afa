import type { Endpoint, Input } from '@tongda/contract/core/endpoint';
import type { BindingLine } from '@tongda/contract/resources/equipment/binding';
import { Drawer } from 'antd';
import type { z } from 'zod';
import { useAsk } from '../../../kit/call/use-ask';
import { PaperCards } from '../../../kit/detail/due-date';
import { type Fact, Facts } from '../../../kit/detail/page';
import { ErrorState, Loading } from '../../../kit/show/states';
import { BindingTable } from './binding-parts';

interface EquipmentDrawerProps<D> {
  title: string;
  load: Endpoint<z.ZodType, z.ZodType<D>>;
  id: string;
  facts: (loaded: D) => Fact[];
  papers: (loaded: D) => Parameters<typeof PaperCards>[0]['papers'];
  /** bindings are to doors */
  door?: boolean;
  close: () => void;
}

/** What is known of a recorder or a lock, and where it was. */
export function EquipmentDrawer<D extends { bindings: BindingLine[] }>(props: EquipmentDrawerProps<D>) {
  const { load, id } = props;
  // every detail call asks for the id; the type of `load` is open here
  const answer = useAsk(load, { id } as Input<typeof load>);
  const d = answer.data;
  return (
    <Drawer open title={props.title} size={680} onClose={props.close}>
      {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : null}
      {answer.isLoading ? <Loading /> : null}
      {d ? (
        <div className="td-stack">
          <PaperCards papers={props.papers(d)} />
          <Facts title="基本信息" facts={props.facts(d)} />
          <BindingTable bindings={d.bindings} door={props.door} />
        </div>
      ) : null}
    </Drawer>
  );
}
