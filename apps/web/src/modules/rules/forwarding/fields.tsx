import { interfacePage } from '@tongda/contract/company/openapi/calls';
import { forwardCrs, forwardKind, forwardProtocol } from '@tongda/contract/rules/forwarding/enums';
import { Checkbox, Form } from 'antd';
import { useAsk } from '../../../kit/call/use-ask';
import { useEditScope } from '../../../kit/form/edit-context';
import { EditField, FieldGroup } from '../../../kit/form/edit-field';
import {
  DateField,
  EnumField,
  NumberField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from '../../../kit/form/input/fields';
import { none } from '../../../kit/show/format';
import { VehicleScope } from '../parts/vehicle-scope';
import './styles.css';

interface FieldsProps {
  hasSecret: boolean;
  isNew: boolean;
  /** it belongs to a program (订阅): HTTP推送 only, signed by its secret */
  subscription: boolean;
}

/** What programs are told by; the server refuses the others. */
const subscribed = { options: forwardProtocol.options.filter(({ code }) => code === forwardProtocol.http) };

/** The groups of the form: where to, what, of which vehicles. */
export function ForwardFields(props: FieldsProps) {
  const { subscription } = props;
  const [name, verb] = subscription ? ['订阅名称', '推送'] : ['转发名称', '转发'];
  return (
    <>
      <FieldGroup title="目标平台">
        <TextField name="name" label={name} span={6} placeholder="如 华联冷链数据" />
        <TextField name="platform" label="目标平台" span={6} placeholder="如 华联超市冷链平台" />
        <EnumField name="protocol" label="协议" of={subscription ? subscribed : forwardProtocol} segmented span={6} />
        <Connection {...props} />
      </FieldGroup>
      <FieldGroup title={`${verb}什么`} hint="同一车辆按顺序送达，没有收到确认的会重发">
        <EditField name="kinds" label="内容" span={6} verb="选择" show={kindWords}>
          <KindChoice label={`${verb}内容`} />
        </EditField>
        <EnumField name="crs" label="坐标系" of={forwardCrs} segmented />
        <NumberField name="intervalS" label="频率" unit="秒" help={`每辆车在这段时间内${verb}一条，报警立即${verb}`} />
        <SwitchField name="catchUp" label="补传" help={`终端补报的数据也${verb}`} />
        <NumberField name="retries" label="重试次数" unit="次" help="间隔10秒、1、5、30分钟" />
      </FieldGroup>
      <FieldGroup title="哪些车辆，何时">
        <VehicleScope label={`${verb}车辆`} />
        <DateField name="validFrom" label="开始日期" />
        <DateField name="validUntil" label="结束日期" help="空白为长期" />
        <TextAreaField name="remark" label="备注" rows={1} span={12} />
      </FieldGroup>
    </>
  );
}

const places: Readonly<Record<number, string>> = {
  [forwardProtocol.http]: 'https://',
  [forwardProtocol.mqtt]: 'mqtts://主机:8883',
  [forwardProtocol.jt809]: '主机:端口',
};

/** What a protocol has to know of the other side. */
function Connection({ hasSecret, isNew, subscription }: FieldsProps) {
  const { form } = useEditScope();
  const protocol = Number(Form.useWatch('protocol', form) ?? forwardProtocol.http);
  const http = protocol === forwardProtocol.http;
  const jt809 = protocol === forwardProtocol.jt809;
  const apps = useAsk(interfacePage, undefined).data?.apps;
  // before its field is there, the form itself knows what is in it
  const appId: unknown = Form.useWatch('appId', form) ?? form.getFieldValue('appId');
  const signed = subscription || (Boolean(appId) && http);
  const keep = hasSecret ? '已设置，空白保持不变' : undefined;
  return (
    <>
      <TextField
        name="address"
        label="地址"
        span={6}
        placeholder={places[protocol]}
        help={isNew ? '只能是公网地址' : '密钥部分已隐藏；不改动则保持原地址'}
      />
      {protocol === forwardProtocol.mqtt ? (
        <TextField
          name="topic"
          label="主题"
          span={6}
          placeholder="如 fleet/{plateNo}/{kind}"
          help="可用 {plateNo} 车牌号、{terminalNo} 终端编号、{kind} 数据种类"
        />
      ) : null}
      {http ? (
        <SelectField
          name="appId"
          label="对接应用"
          span={6}
          options={apps?.map(({ id, name }) => ({ code: id, name })) ?? []}
          placeholder={apps?.length === 0 ? '还没有对接应用' : subscription ? '请选择' : '不属于应用'}
          required={subscription}
          help="应用订阅：用应用的密钥签名，只推送应用看得到的车辆和已开通的内容"
        />
      ) : null}
      {jt809 ? <NumberField name="centerId" label="接入码" help="上级平台分配" /> : null}
      {signed ? null : <Login jt809={jt809} http={http} keep={keep} />}
      {jt809 ? (
        <>
          <NumberField name="m1" label="M1" help="三项都空白为不加密" />
          <NumberField name="ia1" label="IA1" />
          <NumberField name="ic1" label="IC1" />
        </>
      ) : null}
    </>
  );
}

/** Account and password, or the key that signs. */
function Login({ jt809, http, keep }: { jt809: boolean; http: boolean; keep: string | undefined }) {
  return (
    <>
      <TextField name="account" label={jt809 ? '用户名' : '账号'} placeholder={jt809 ? '数字' : '空白为不用账号'} />
      <TextField
        name="secret"
        label={http ? '密码或签名密钥' : '密码'}
        span={http ? 6 : 3}
        placeholder={keep ?? (http ? '空白则不签名' : undefined)}
        help={
          http
            ? '有账号时为HTTP Basic的密码；没有账号时请求头 X-Tongda-Signature = sha256=HMAC-SHA256(密钥, 时间戳.请求体)'
            : undefined
        }
      />
    </>
  );
}

const kindWords = (codes: unknown): string =>
  // the field is a list of kinds
  ((codes ?? []) as string[]).map((code) => forwardKind.label(code)).join('、') || none;
// the control takes any word, not only these codes
const kinds = forwardKind.options.map(({ code, name }) => ({ value: code as string, label: name }));

/** 位置 温湿度 报警, all in sight. */
interface KindsProps {
  label: string;
  value?: string[];
  onChange?: (codes: string[]) => void;
  id?: string;
}
function KindChoice({ label, value, onChange, id }: KindsProps) {
  return (
    <fieldset className="rules-forwarding-kinds" id={id} aria-label={label}>
      <Checkbox.Group<string> value={value ?? []} options={kinds} onChange={(codes) => onChange?.(codes)} />
    </fieldset>
  );
}
