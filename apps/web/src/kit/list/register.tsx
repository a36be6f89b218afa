import type { Endpoint, Input } from '@tongda/contract/core/endpoint';
import type { ImportCalls } from '@tongda/contract/core/register/import';
import type { BatchLine } from '@tongda/contract/core/register/pieces';
import { Button, Dropdown } from 'antd';
import { ChevronDown, Plus, Trash2, Upload } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { call } from '../call/api';
import type { DictItem } from '../call/dict-cache';
import { type RowStep, useRowAct } from '../call/use-row-act';
import { type ChangeHisEndpoint, HistoryDrawer } from '../detail/change-history';
import { confirm } from '../dialog/notify';
import { ExportButton } from '../files/export-button';
import { ImportDialog } from '../import/dialog';
import { Can, useCan } from '../session/can';
import type { BatchJob } from './batch-run';
import { type List, useInvalidate } from './use-rows';

/** A call that does one thing to many records and answers a line for each. */
type IdsEndpoint = Endpoint<z.ZodType, z.ZodType<BatchLine[]>>;

/** After a change: rows, counts and what else shows the records are asked for again. */
export function useChanged<Row>(list: List<Row>, endpoints: ReadonlyArray<Pick<Endpoint, 'path'>>): () => void {
  const invalidate = useInvalidate();
  return () => {
    list.select([], []);
    for (const endpoint of [list.endpoint, ...endpoints]) void invalidate(endpoint);
  };
}

interface ToolbarProps {
  /** address of the form, or what opens it */
  add: string | (() => void);
  create: Endpoint;
  imports?: ImportCalls;
  /** what the drop-downs of the template offer */
  choices?: string;
  exports: Parameters<typeof ExportButton>[0]['of'];
  exportLabel?: string;
  done: () => void;
  children?: ReactNode;
}

/** 新增 导入 导出 of a register. */
export function RegisterToolbar(props: ToolbarProps) {
  const { add, create, imports, choices, exports, exportLabel, done, children } = props;
  const navigate = useNavigate();
  const [importing, setImporting] = useState(false);
  return (
    <>
      <Can do={create}>
        <Button type="primary" icon={<Plus />} onClick={() => (typeof add === 'string' ? void navigate(add) : add())}>
          新增
        </Button>
      </Can>
      {imports ? (
        <Can do={imports.run}>
          <Button icon={<Upload />} onClick={() => setImporting(true)}>
            导入
          </Button>
        </Can>
      ) : null}
      <ExportButton of={exports}>{exportLabel}</ExportButton>
      {children}
      {imports && importing ? (
        <ImportDialog of={imports} choices={choices} done={done} close={() => setImporting(false)} />
      ) : null}
    </>
  );
}

const goneForGood = '删除后不可恢复，历史记录和报表仍会保留。';

interface BatchProps {
  /** 司机 名 */
  noun: string;
  unit: string;
  keys: string[];
  nameOf: (id: string) => string;
  run: (job: BatchJob) => Promise<void>;
  done: () => void;
  del: IdsEndpoint;
  /** what becomes of the deleted records, where they are not gone for good */
  afterwards?: string;
  /** the words 改为… with the field that carries the code */
  status?: { call: IdsEndpoint; field: string; options: readonly DictItem[] };
  children?: ReactNode;
}

/** 改状态 删除 for the ticked records. */
export function RegisterBatch(props: BatchProps) {
  const { noun, unit, keys, nameOf, run, done, del, afterwards = goneForGood, status, children } = props;
  const mayDelete = useCan(del);
  const job = (title: string, endpoint: IdsEndpoint, more: Record<string, unknown> = {}): void =>
    void run({
      title,
      ids: keys,
      nameOf,
      done,
      // every batch call takes ids, and with `more` what its own field asks for
      step: (ids) => call(endpoint, { ids, ...more } as Input<IdsEndpoint>),
    });
  const remove = async (): Promise<void> => {
    const sure = await confirm({
      title: `确定删除所选的 ${keys.length} ${unit}${noun}？`,
      content: afterwards,
      ok: '删除',
      danger: true,
    });
    if (sure) job(`删除 ${keys.length} ${unit}${noun}`, del);
  };
  return (
    <>
      {status ? (
        <Can do={status.call}>
          <Dropdown
            trigger={['click']}
            menu={{
              items: status.options.map(({ code, name }) => ({
                key: String(code),
                label: `改为${name}`,
                onClick: () =>
                  job(`将 ${keys.length} ${unit}${noun}改为“${name}”`, status.call, { [status.field]: code }),
              })),
            }}
          >
            <Button>
              改状态 <ChevronDown className="td-ico" />
            </Button>
          </Dropdown>
        </Can>
      ) : null}
      {children}
      {mayDelete ? (
        <Button icon={<Trash2 />} onClick={() => void remove()}>
          删除
        </Button>
      ) : null}
    </>
  );
}

/** What a record is to steps that every register has. */
interface Named {
  id: string;
  name: string;
}

/** A step that asks, deletes one record and says so. The server's reason (who uses it) is told when it refuses. */
export function useRemoveOne(del: IdsEndpoint, afterwards = goneForGood): RowStep<Named> {
  // every batch call takes ids
  return useRowAct(({ id }: Named) => call(del, { ids: [id] } as Input<IdsEndpoint>), {
    sure: ({ name }) => ({
      title: `确定删除 ${name}？`,
      content: afterwards,
      ok: '删除',
      danger: true,
    }),
    told: ({ name }) => `${name} 已删除`,
  });
}

/** A new state of one record; `ask` says what it means, where that must be asked before. */
export interface StateChange extends Named {
  field: string;
  code: number;
  /** what the state is called */
  state: string;
  ask?: string;
}

/** A step that sets the state of one record, after a question when `ask` says what it means; `failed` looks at a refusal first. */
export function useSetOne(
  endpoint: IdsEndpoint,
  failed?: (change: StateChange, error: unknown) => boolean,
): RowStep<StateChange> {
  return useRowAct(
    ({ id, field, code }: StateChange) =>
      // the call of a state takes ids and the code in its field
      call(endpoint, { ids: [id], [field]: code } as Input<IdsEndpoint>),
    {
      sure: ({ name, state, ask }) => (ask ? { title: `确定将 ${name} 改为“${state}”？`, content: ask } : null),
      told: ({ name, state }) => `${name} 已改为“${state}”`,
      failed,
    },
  );
}

/** 变更记录 of a row, opened from the list. */
export function useHistoryDrawer(of: ChangeHisEndpoint): {
  open: (row: { id: string; name: string }) => void;
  drawer: ReactNode;
} {
  const [row, setRow] = useState<{ id: string; name: string } | null>(null);
  return {
    open: setRow,
    drawer: row ? <HistoryDrawer of={of} id={row.id} name={row.name} close={() => setRow(null)} /> : null,
  };
}
