import { keysOf } from '@tongda/contract/core/keys';
import { enableStatus } from '@tongda/contract/resources/enums';
import {
  type ItemNameRow,
  itemNameColumns,
  itemNameConflicts,
  itemNameRegister,
  itemNameSetConflicts,
  itemNameSetStatus,
} from '@tongda/contract/resources/item-name/calls';
import { itemNameLabels } from '@tongda/contract/resources/item-name/fields';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { cargoCategory } from '@tongda/contract/transport/waybill/enums';
import { Button, Drawer } from 'antd';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import { EditPanel } from '../../../kit/dialog/edit-panel';
import type { Values } from '../../../kit/form/edit-schema';
import { EnumField, NumberField, TextAreaField, TextField } from '../../../kit/form/input/fields';
import { RemoteField } from '../../../kit/form/input/remote-select';
import { askToLeave } from '../../../kit/form/leave-guards';
import { newestRow, useNewestRow } from '../../../kit/list/newest-row';
import { RegisterListPage } from '../../../kit/list/register-page';
import { useInvalidate } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { EnableDot, useEnableAction } from '../../../kit/show/enable-dot';
import { formatNumber, formatRange, none } from '../../../kit/show/format';
import { TempClasses } from '../../../kit/show/temp-class';
import type { Cells } from '../../../kit/table/types';
import { searchCustomers, toFound } from '../../base/reference/door';
import { ConflictDialog } from './conflict-dialog';

const status = { call: itemNameSetStatus, field: 'status', options: enableStatus.options };
const stale = [itemNameConflicts];
const names = keysOf(itemNameLabels);
const fieldProps = (name: keyof typeof itemNameLabels, span = 6) => ({ name, label: itemNameLabels[name], span });

const cells: Cells<ItemNameRow> = {
  status: (row) => <EnableDot status={row.status} />,
  temperatureType: (row) => <TempClasses codes={[row.temperatureType]} />,
  tempMin: (row) => (row.tempMin === null && row.tempMax === null ? none : formatRange(row.tempMin, row.tempMax, 1)),
  unitWeight: (row) => formatNumber(row.unitWeight, 2),
  unitVolume: (row) => formatNumber(row.unitVolume, 3),
  customerName: (row) => row.customerName || <span className="td-cap">全公司</span>,
};

/** 品名配置: the register of item names, and 禁配组设置. */
export function ItemNameListPage() {
  const [editing, setEditing] = useState<ItemNameRow | 'new' | null>(null);
  const enableAction = useEnableAction(itemNameSetStatus, '停用后新订单不能再选它，已有订单不变。');
  const [matrix, setMatrix] = useState(false);
  const invalidate = useInvalidate();
  return (
    <RegisterListPage<ItemNameRow>
      of={itemNameRegister}
      columns={itemNameColumns}
      cells={cells}
      nameOf={(row) => row.cargoName}
      add={() => setEditing('new')}
      edit={(row) => () => setEditing(row)}
      stale={stale}
      choices="客户名称"
      toolbar={
        <Can do={itemNameSetConflicts}>
          <Button icon={<Ban />} onClick={() => setMatrix(true)}>
            禁配组设置
          </Button>
        </Can>
      }
      status={status}
      between={(row, { changed }) => [enableAction({ ...row, name: row.cargoName }, changed)]}
      keep={(row) => (row.useCount > 0 ? `已有 ${row.useCount} 行订单货物使用，可改为停用` : undefined)}
      emptyText="逐个新增，或用模板一次导入"
    >
      {({ changed }) => (
        <>
          {editing ? (
            <FormDrawer
              key={editing === 'new' ? 'new' : editing.id}
              row={editing === 'new' ? null : editing}
              done={changed}
              close={() => setEditing(null)}
            />
          ) : null}
          {matrix ? (
            <ConflictDialog done={() => void invalidate(itemNameConflicts)} close={() => setMatrix(false)} />
          ) : null}
        </>
      )}
    </RegisterListPage>
  );
}

function FormDrawer(props: { row: ItemNameRow | null; done: () => void; close: () => void }) {
  const { done, close } = props;
  const [row, renew] = useNewestRow(props.row, ({ id, cargoName }) =>
    newestRow(itemNameRegister.page, { cargoName }, id),
  );
  const initial: Values =
    row === null
      ? { temperatureType: temperatureType.frozen, packUnit: '箱' }
      : Object.fromEntries(names.map((name) => [name, row[name]]));
  const leave = (): void => void askToLeave().then((go) => (go ? close() : undefined));
  const saved = (): void => {
    done();
    close();
  };
  return (
    <Drawer open closable={false} size={480} styles={{ body: { padding: 0 } }} onClose={leave}>
      <EditPanel
        title={row ? `编辑品名 ${row.cargoName}` : '新增品名'}
        endpoint={row ? itemNameRegister.update : itemNameRegister.add}
        initial={initial}
        toInput={(values) => (row ? { ...values, id: row.id, version: row.version } : values)}
        saved={saved}
        close={leave}
        reload={renew}
      >
        {() => (
          <>
            <TextField {...fieldProps('cargoName', 12)} placeholder="同一客户内不能重复" />
            <TextField {...fieldProps('cargoCode')} placeholder="字母、数字、-" upper />
            <EnumField {...fieldProps('cargoCategory')} of={cargoCategory} />
            <RemoteField
              {...fieldProps('customerId', 12)}
              search={searchCustomers}
              known={toFound(row?.customerId, row?.customerName)}
              help="不选时全公司通用"
            />
            <EnumField {...fieldProps('temperatureType', 12)} of={temperatureType} segmented />
            <NumberField {...fieldProps('tempMin')} unit="℃" decimals={1} />
            <NumberField {...fieldProps('tempMax')} unit="℃" decimals={1} />
            <TextField {...fieldProps('packUnit')} placeholder="如 箱、件、筐" />
            <NumberField {...fieldProps('shelfLifeDays')} unit="天" />
            <NumberField {...fieldProps('unitWeight')} unit="kg" decimals={2} />
            <NumberField {...fieldProps('unitVolume')} unit="m³" decimals={3} />
            <TextField {...fieldProps('conflictGroup')} placeholder="如 食品、药品、异味" />
            <TextField {...fieldProps('valueTag')} placeholder="如 贵重、易碎" />
            <TextAreaField {...fieldProps('remark', 12)} />
          </>
        )}
      </EditPanel>
    </Drawer>
  );
}
