import { type OpenApp, openAppAdd, openAppCustomers, openAppUpdate } from '@tongda/contract/company/openapi/apps';
import { openScope } from '@tongda/contract/company/openapi/enums';
import type { Output } from '@tongda/contract/core/endpoint';
import { Drawer, Form, Select } from 'antd';
import { useRef } from 'react';
import { call } from '../../../kit/call/api';
import { EditPanel } from '../../../kit/dialog/edit-panel';
import { useEditScope } from '../../../kit/form/edit-context';
import { EditField } from '../../../kit/form/edit-field';
import { DateField, EnumField, TextAreaField, TextField, TreeField } from '../../../kit/form/input/fields';
import { RemoteField } from '../../../kit/form/input/remote-select';
import { askToLeave } from '../../../kit/form/leave-guards';
import { loadOrgs } from '../../base/org/door';
import { VehiclePicker } from '../../base/vehicle-picker/door';

interface DrawerProps {
  /** null: a new one */
  app: OpenApp | null;
  reload: () => Promise<unknown>;
  /** `made`: key and secret of a new one */
  done: (made: Output<typeof openAppAdd> | null) => void;
  close: () => void;
}

/** The form of a program: who may call in its name from where, and what it sees. */
export function AppDrawer({ app, reload, done, close }: DrawerProps) {
  const shown = useRef<Output<typeof openAppAdd> | null>(null);
  const leave = (): void => void askToLeave().then((go) => (go ? close() : undefined));
  const initial =
    app === null
      ? { scope: openScope.company, ipList: [], targetIds: [] }
      : {
          name: app.name,
          ipList: app.ipList,
          scope: app.scope,
          targetIds: app.targets.map(({ id }) => id),
          customerId: app.customer?.id ?? null,
          validUntil: app.validUntil,
          remark: app.remark,
        };
  return (
    <Drawer open closable={false} size={560} styles={{ body: { padding: 0 } }} onClose={leave}>
      <EditPanel
        title={app === null ? '新增对接应用' : `编辑 ${app.name}`}
        endpoint={app === null ? openAppAdd : openAppUpdate}
        initial={initial}
        toInput={(values) => ({
          ...values,
          // a program that sees everything names nothing
          targetIds: values.scope === openScope.company ? [] : (values.targetIds ?? []),
          customerId: values.customerId ?? null,
          ...(app === null ? {} : { id: app.id, version: app.version }),
        })}
        answered={(answer) => {
          // what `add` answers is its output; `update` answers nothing
          const made = openAppAdd.output.safeParse(answer);
          shown.current = made.success ? made.data : null;
        }}
        saved={() => done(shown.current)}
        close={leave}
        reload={reload}
      >
        {() => (
          <>
            <TextField name="name" label="应用名称" span={12} placeholder="如 仓储系统" />
            <EditField
              name="ipList"
              label="IP白名单"
              span={12}
              help="只接受来自这些地址或网段的调用；不填则不限。每项输入后按回车"
            >
              <Select mode="tags" open={false} suffixIcon={null} placeholder="203.0.113.7 或 203.0.113.0/24" />
            </EditField>
            <EnumField name="scope" label="数据范围" of={openScope} span={12} />
            <Targets />
            <RemoteField
              name="customerId"
              label="所属客户"
              span={12}
              search={searchCustomers}
              known={app?.customer ?? null}
              placeholder="本公司自用"
              help="选了客户的应用只能查询和订阅“车辆绑定”中绑定给该客户的车辆，以及绑定时段内的数据；不选为本公司自用"
            />
            <DateField name="validUntil" label="有效期至" span={6} help="不填则长期有效" />
            <TextAreaField name="remark" label="备注" span={12} rows={2} />
          </>
        )}
      </EditPanel>
    </Drawer>
  );
}

const searchCustomers = (keyword: string) => call(openAppCustomers, { keyword });

/** Departments or vehicles, as the scope asks. */
function Targets() {
  const { form } = useEditScope();
  const scope: unknown = Form.useWatch('scope', form);
  if (scope === openScope.departments)
    return <TreeField name="targetIds" label="部门" span={12} load={loadOrgs} multiple />;
  if (scope !== openScope.vehicles) return null;
  return (
    <EditField name="targetIds" label="车辆" span={12} verb="选择" show={countWords}>
      <VehiclePicker multiple max={500} />
    </EditField>
  );
}
const countWords = (value: unknown): string => (Array.isArray(value) ? `${value.length} 辆` : '');
