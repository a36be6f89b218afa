import {
  type CardRow,
  cardBind,
  cardCancel,
  cardChangeHis,
  cardColumns,
  cardExport,
  cardFilters,
  cardImport,
  cardImports,
  cardLoss,
  cardPage,
  cardReplace,
  cardWrite,
} from '@tongda/contract/resources/card/calls';
import { cardStatus, cardType } from '@tongda/contract/resources/enums';
import { Button, Segmented } from 'antd';
import { CreditCard, Nfc, Upload } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../../kit/call/api';
import { useRowAct } from '../../../kit/call/use-row-act';
import { ExportButton } from '../../../kit/files/export-button';
import { ImportDialog } from '../../../kit/import/dialog';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { useChanged, useHistoryDrawer } from '../../../kit/list/register';
import { useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty } from '../../../kit/show/states';
import type { Cells, RowAction } from '../../../kit/table/types';
import { BindDialog, ReplaceDialog, WriteDialog } from './dialogs';
import { SwipesDialog } from './swipes-dialog';
import { WriteTasks } from './write-tasks';
import { WritersDialog } from './writers-dialog';

const tones = { [cardStatus.valid]: 'green', [cardStatus.lost]: 'red', [cardStatus.cancelled]: 'grey' };
type Open = { what: 'write' | 'import' | 'writers' } | { what: 'replace' | 'bind' | 'swipes'; row: CardRow };

/** 写卡设备: the register of cards, or with `?view=task` the tasks of 写入设备. */
export function WriteDevicePage() {
  const [params, setParams] = useSearchParams();
  const tasks = params.get('view') === 'task';
  const view = (
    <Segmented
      aria-label="卡片或下发记录"
      value={tasks ? 'task' : 'card'}
      // nouns for what the page lists, since the buttons beside them are the verbs 写卡 and 写入设备
      options={[
        { value: 'card', label: '卡片' },
        { value: 'task', label: '下发记录' },
      ]}
      onChange={(value) => setParams(value === 'task' ? { view: 'task' } : {}, { replace: true })}
    />
  );
  return tasks ? <WriteTasks view={view} /> : <Cards view={view} />;
}

/** The register of cards with their owners. */
function Cards({ view }: { view: ReactNode }) {
  const list = useList<CardRow>(cardPage);
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const changed = useChanged(list, [cardChangeHis]);
  const steps = useCardSteps();
  const history = useHistoryDrawer(cardChangeHis);
  const cells = useMemo(
    (): Cells<CardRow> => ({ cardStatus: (row) => <StateDot of={cardStatus} tones={tones} code={row.cardStatus} /> }),
    [],
  );
  const toolbar = (
    <>
      {view}
      <Can do={cardWrite}>
        <Button type="primary" icon={<CreditCard />} onClick={() => setOpen({ what: 'write' })}>
          写卡
        </Button>
      </Can>
      <Can do={cardImport}>
        <Button icon={<Upload />} onClick={() => setOpen({ what: 'import' })}>
          导入
        </Button>
      </Can>
      <ExportButton of={cardExport} />
      <Button icon={<Nfc />} onClick={() => setOpen({ what: 'writers' })}>
        写卡设备
      </Button>
    </>
  );
  return (
    <>
      <ListPage
        list={list}
        columns={cardColumns}
        cells={cells}
        filters={<RegisterFilters of={cardFilters.table} />}
        toolbar={toolbar}
        rowActions={(row) => actionsOf(row, { ...steps, changed, open: setOpen, history: history.open })}
        empty={<Empty title="暂无卡片" text="逐张写卡，或用模板一次导入多张" />}
      />
      {history.drawer}
      {open?.what === 'write' ? <WriteDialog done={changed} close={close} /> : null}
      {open?.what === 'replace' ? <ReplaceDialog card={open.row} done={changed} close={close} /> : null}
      {open?.what === 'bind' ? <BindDialog card={open.row} done={changed} close={close} /> : null}
      {open?.what === 'writers' ? <WritersDialog close={close} /> : null}
      {open?.what === 'swipes' ? <SwipesDialog card={open.row} close={close} /> : null}
      {open?.what === 'import' ? (
        <ImportDialog of={cardImports} choices="司机、门店" done={changed} close={close} />
      ) : null}
    </>
  );
}

interface Handlers extends ReturnType<typeof useCardSteps> {
  changed: () => void;
  open: (what: Open) => void;
  history: (row: { id: string; name: string }) => void;
}

function actionsOf(row: CardRow, { setLost, cancel, changed, open, history }: Handlers): RowAction[] {
  const log: RowAction = { label: '变更记录', run: () => history({ id: row.id, name: row.cardNo }) };
  const swipes: RowAction = { label: '刷卡记录', run: () => open({ what: 'swipes', row }) };
  if (row.cardStatus === cardStatus.cancelled) return [swipes, log];
  const unbound = row.cardType !== cardType.manager && row.storeId === null && row.driverId === null;
  const lost = row.cardStatus === cardStatus.lost;
  return [
    { label: lost ? '解除挂失' : '挂失', can: cardLoss, run: () => setLost({ row, lost: !lost }, changed) },
    { label: '换卡', can: cardReplace, run: () => open({ what: 'replace', row }) },
    ...(unbound ? [{ label: '绑定', can: cardBind, run: () => open({ what: 'bind', row }) }] : []),
    swipes,
    log,
    { label: '注销', danger: true, can: cardCancel, run: () => cancel(row, changed) },
  ];
}

/** What is done to one card, with what is asked before. */
function useCardSteps() {
  const setLost = useRowAct(
    ({ row, lost }: { row: CardRow; lost: boolean }) => call(cardLoss, { id: row.id, version: row.version, lost }),
    {
      sure: ({ row, lost }) =>
        lost ? { title: `确定挂失 ${row.ownerName} 的卡 ${row.cardNo}？`, ok: '挂失', danger: true } : null,
      told: ({ row, lost }) => `${row.cardNo} 已${lost ? '挂失' : '解除挂失'}`,
    },
  );
  const cancel = useRowAct(({ id, version }: CardRow) => call(cardCancel, { id, version }), {
    sure: ({ ownerName, cardNo }) => ({
      title: `确定注销 ${ownerName} 的卡 ${cardNo}？`,
      content: '注销后不能恢复，卡号可以重新写给别人。',
      ok: '注销',
      danger: true,
    }),
    told: ({ cardNo }) => `${cardNo} 已注销`,
  });
  return { setLost, cancel };
}
