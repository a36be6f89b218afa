import { keysOf } from '@tongda/contract/core/keys';
import {
  type DeviceDetail,
  type DeviceRow,
  deviceCreate,
  deviceDetail,
  deviceLabels,
  deviceModelOptions,
  deviceUpdate,
} from '@tongda/contract/resources/device/calls';
import { usageModeList } from '@tongda/contract/resources/vehicle/enums';
import { Drawer } from 'antd';
import { call } from '../../../kit/call/api';
import { useAsk } from '../../../kit/call/use-ask';
import { EditPanel } from '../../../kit/dialog/edit-panel';
import type { Values } from '../../../kit/form/edit-schema';
import { DateField, EnumField, NumberField, TextAreaField, TextField, TreeField } from '../../../kit/form/input/fields';
import { type Found, RemoteField } from '../../../kit/form/input/remote-select';
import { askToLeave } from '../../../kit/form/leave-guards';
import { ErrorState, Loading } from '../../../kit/show/states';
import { loadOrgs } from '../../base/org/door';
import { toFound } from '../../base/reference/door';

interface FormProps {
  /** the terminal to edit; null: a new one */
  device: DeviceRow | null;
  done: () => void;
  close: () => void;
}
const names = keysOf(deviceLabels);
const searchModels = async (keyword: string): Promise<Found[]> =>
  (await call(deviceModelOptions, { keyword }, { quiet: true })).map(({ id, name, protocol }) => ({
    id,
    name,
    note: protocol,
  }));

/** The form of a terminal, in a drawer. */
export function DeviceFormDialog({ device, done, close }: FormProps) {
  const loaded = useAsk(deviceDetail, { id: device?.id ?? '' }, { own: 'edit', when: device !== null });
  const leave = (): void => void askToLeave().then((go) => (go ? close() : undefined));
  const saved = (): void => {
    done();
    close();
  };
  return (
    <Drawer open closable={false} size={440} styles={{ body: { padding: 0 } }} onClose={leave}>
      {loaded.error ? <ErrorState error={loaded.error} retry={() => void loaded.refetch()} /> : null}
      {device !== null && loaded.isLoading ? <Loading /> : null}
      {device === null || loaded.data ? (
        <Panel
          loaded={loaded.data ?? null}
          saved={saved}
          close={leave}
          reload={() => loaded.refetch({ throwOnError: true })}
        />
      ) : null}
    </Drawer>
  );
}

interface PanelProps {
  loaded: DeviceDetail | null;
  saved: () => void;
  close: () => void;
  reload: () => Promise<unknown>;
}

function Panel({ loaded, saved, close, reload }: PanelProps) {
  const initial: Values =
    loaded === null
      ? { usageMode: usageModeList.own }
      : Object.fromEntries(names.map((name) => [name, loaded[name] === '' ? null : loaded[name]]));
  return (
    <EditPanel
      title={loaded === null ? '新增终端' : `编辑终端 ${loaded.terminalNo}`}
      endpoint={loaded === null ? deviceCreate : deviceUpdate}
      initial={initial}
      toInput={(values) => (loaded === null ? values : { ...values, id: loaded.id, version: loaded.version })}
      saved={saved}
      close={close}
      reload={reload}
    >
      {() => (
        <>
          <TextField
            name="terminalNo"
            label="终端编号"
            span={12}
            disabled={loaded !== null}
            help={loaded === null ? '即终端中设置的手机号，6~20位数字' : '编号是终端的身份，不能修改'}
          />
          <RemoteField
            name="modelId"
            label="设备型号"
            span={6}
            search={searchModels}
            known={toFound(loaded?.modelId, loaded?.model)}
          />
          <TreeField name="orgId" label="所属部门" span={6} load={loadOrgs} />
          <TextField name="simNo" label="SIM卡号" span={6} />
          <TextField name="iccid" label="ICCID" span={6} upper />
          <TextField name="simOperator" label="运营商" span={6} />
          <NumberField name="simFlowMb" label="月流量" unit="MB" span={6} />
          <DateField name="simEnd" label="SIM卡到期" span={6} />
          <EnumField name="usageMode" label="使用方式" of={usageModeList} span={6} />
          <TextField name="fwVersion" label="固件版本" span={6} />
          <DateField name="activeDate" label="开通日期" span={6} />
          <TextAreaField name="remark" label="备注" span={12} />
        </>
      )}
    </EditPanel>
  );
}
