import { keysOf } from '@tongda/contract/core/keys';
import { deviceModelOptions } from '@tongda/contract/resources/device/calls';
import {
  type ModelRow,
  modelAdd,
  modelChangeHis,
  modelColumns,
  modelDel,
  modelFields,
  modelKinds,
  modelPage,
  modelProtocols,
  modelUpdate,
} from '@tongda/contract/resources/device/model';
import { itemProfileOptions, usualProfile } from '@tongda/contract/resources/item-profile/calls';
import { Button, Drawer } from 'antd';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { EditPanel } from '../../../kit/dialog/edit-panel';
import { NumberField, SelectField, TextAreaField, TextField } from '../../../kit/form/input/fields';
import { askToLeave } from '../../../kit/form/leave-guards';
import { InnerList } from '../../../kit/list/inner';
import { newestRow, useNewestRow } from '../../../kit/list/newest-row';
import { useHistoryDrawer, useRemoveOne } from '../../../kit/list/register';
import { useInvalidate } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { none } from '../../../kit/show/format';
import type { Cells, RowAction } from '../../../kit/table/types';
import { SettingsFields } from './settings-fields';

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([code, name]) => ({ code, name }));
const kinds = optionsOf(modelKinds);
const protocols = modelProtocols.map((name) => ({ code: name, name }));
const names = keysOf(modelFields.shape);

const cells: Cells<ModelRow> = {
  kind: (row) => modelKinds[row.kind],
  itemProfile: (row) => (row.kind === 'terminal' ? row.itemProfileName : none),
};

/** 设备型号: the list of the company's models; the form of one opens over it. */
export function ModelsDrawer({ close }: { close: () => void }) {
  const [form, setForm] = useState<{ row: ModelRow | null } | null>(null);
  const history = useHistoryDrawer(modelChangeHis);
  const removeOne = useRemoveOne(modelDel);
  const invalidate = useInvalidate();
  const changed = (): void => {
    for (const call of [modelPage, deviceModelOptions]) void invalidate(call);
  };
  const rowActions = (row: ModelRow): RowAction[] => [
    { label: '编辑', can: modelUpdate, run: () => setForm({ row }) },
    { label: '变更记录', run: () => history.open(row) },
    {
      label: '删除',
      danger: true,
      can: modelDel,
      why: row.deviceCount > 0 ? `正被${row.deviceCount}台设备使用` : undefined,
      run: () => removeOne(row, changed),
    },
  ];
  return (
    <Drawer open title="设备型号" size={1000} onClose={close}>
      <InnerList<ModelRow>
        of={modelPage}
        columns={modelColumns}
        cells={cells}
        fixed={{}}
        search="型号、厂商"
        tools={
          <Can do={modelAdd}>
            <Button type="primary" icon={<Plus />} onClick={() => setForm({ row: null })}>
              新增型号
            </Button>
          </Can>
        }
        rowActions={rowActions}
        empty="还没有型号，新增后可在登记设备时选择"
      />
      {history.drawer}
      {form ? <ModelForm row={form.row} done={changed} close={() => setForm(null)} /> : null}
    </Drawer>
  );
}

function ModelForm(props: { row: ModelRow | null; done: () => void; close: () => void }) {
  const { done, close } = props;
  const profiles = useAsk(itemProfileOptions, undefined).data ?? [];
  const [row, renew] = useNewestRow(props.row, ({ id, name }) => newestRow(modelPage, { keyword: name }, id));
  const leave = (): void => void askToLeave().then((go) => (go ? close() : undefined));
  const saved = (): void => {
    done();
    close();
  };
  const title = row ? `编辑型号 ${row.name}` : '新增型号';
  return (
    <Drawer open aria-label={title} closable={false} size={440} styles={{ body: { padding: 0 } }} onClose={leave}>
      <EditPanel
        title={title}
        endpoint={row ? modelUpdate : modelAdd}
        initial={
          row
            ? Object.fromEntries(names.map((name) => [name, row[name] === '' ? null : row[name]]))
            : { kind: 'terminal', protocol: 'JT808-2013', itemProfile: usualProfile }
        }
        toInput={(values) => (row ? { ...values, id: row.id, version: row.version } : values)}
        saved={saved}
        close={leave}
        reload={renew}
      >
        {() => (
          <>
            <TextField name="name" label="型号" span={6} />
            <SelectField name="kind" label="类别" span={6} options={kinds} />
            <TextField name="manufacturer" label="厂商" span={6} />
            <SelectField name="protocol" label="协议" span={6} options={protocols} />
            <SelectField name="itemProfile" label="扩展数据" span={12} options={profiles} />
            <NumberField name="temCount" label="温度探头" unit="路" span={6} />
            <NumberField name="doorCount" label="门磁" unit="路" span={6} />
            <NumberField name="oilCount" label="油感" unit="路" span={6} />
            <NumberField name="cameraCount" label="摄像头" unit="路" span={6} />
            <TextField
              name="cutCommand"
              label="断油断电指令"
              span={6}
              placeholder="8105:F0"
              help="8105:代码、8300:文本、8500:位、8500:类型:数据、8103:参数:数据、8900:类型:数据或A006:1"
            />
            <TextField name="restoreCommand" label="恢复油电指令" span={6} placeholder="8105:F1" />
            <SettingsFields />
            <TextAreaField name="remark" label="备注" span={12} />
          </>
        )}
      </EditPanel>
    </Drawer>
  );
}
