import { keysOf } from '@tongda/contract/core/keys';
import { placeKind } from '@tongda/contract/ground/place/enums';
import {
  type PhoneBookEntry,
  writeClear,
  writeLimits,
  writeParams,
  writeSend,
} from '@tongda/contract/resources/card/write-calls';
import { textType, writeContent, writeMode } from '@tongda/contract/resources/enums';
import { Drawer, Form, type FormInstance } from 'antd';
import { useState } from 'react';
import { AtField } from '../../../kit/dialog/act-bar';
import { EditPanel } from '../../../kit/dialog/edit-panel';
import { FormDialog } from '../../../kit/dialog/form';
import { EditField } from '../../../kit/form/edit-field';
import type { Values } from '../../../kit/form/edit-schema';
import { EnumField, NumberField, SwitchField, TextAreaField } from '../../../kit/form/input/fields';
import { askToLeave } from '../../../kit/form/leave-guards';
import { VehiclePicker } from '../../base/vehicle-picker/door';
import { PlacesSelect } from '../../ground/place/door';
import { EntryList } from '../parts/entry-list';
import { DriversSelect } from './drivers-select';

interface Props {
  done: () => void;
  close: () => void;
}
/** The contents to choose from; 清除图形 has a button of its own. */
const contents = { options: writeContent.options.filter(({ code }) => code !== writeContent.clear) };
const initial: Values = {
  content: writeContent.text,
  text: '',
  urgent: false,
  speak: true,
  textType: textType.notice,
  placeIds: [],
  contacts: [],
  driverIds: [],
  mode: writeMode.append,
  vehicleIds: [],
};
const kinds = [placeKind.region, placeKind.site, placeKind.line] as const;
const paramKeys = keysOf(writeParams);
const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
const formatVehicleCount = (value: unknown): string => `${countOf(value)} 辆`;
const formatContactCount = (value: unknown): string => `${countOf(value)} 人`;
const blankEntry: PhoneBookEntry = { name: '', number: '' };
/** The same ways as of areas, in the words of a list of people whose entries are found by `key`. */
const listModes = (key: string) => ({
  options: [
    { code: writeMode.append, name: '追加' },
    { code: writeMode.replace, name: '全部替换' },
    { code: writeMode.modify, name: `按${key}修改` },
  ],
});
const bookModes = listModes('姓名');
const driverListModes = listModes('卡号');
const formatPlaceCount = (value: unknown): string => `${countOf(value)} 个`;

/** 写入设备: the form of a task, with its content and vehicles. */
export function WriteTaskDrawer({ done, close }: Props) {
  const leave = (): void => void askToLeave().then((go) => (go ? close() : undefined));
  const saved = (): void => {
    done();
    close();
  };
  return (
    <Drawer open aria-label="写入设备" closable={false} size={480} styles={{ body: { padding: 0 } }} onClose={leave}>
      <EditPanel
        title="写入设备"
        endpoint={writeSend}
        initial={initial}
        okText="下发"
        saved={saved}
        close={leave}
        reload={() => Promise.resolve()}
      >
        {(form) => <Body form={form} />}
      </EditPanel>
    </Drawer>
  );
}

function Body({ form }: { form: FormInstance<Values> }) {
  const content = String(Form.useWatch('content', form) ?? writeContent.text);
  return (
    <>
      <EnumField name="content" label="写入内容" of={contents} span={12} />
      {content === writeContent.text ? (
        <>
          <TextAreaField name="text" label="文本" span={12} rows={3} placeholder="如：前方G60拥堵，请改走S32" />
          <SwitchField name="speak" label="语音播报" span={6} />
          <SwitchField name="urgent" label="紧急" span={6} />
          <EnumField name="textType" label="类型（2019版终端）" of={textType} span={12} />
        </>
      ) : null}
      {content === writeContent.places ? (
        <>
          <EditField
            name="placeIds"
            label="区域、站点、电子线路"
            span={12}
            verb="选择"
            show={formatPlaceCount}
            help={`一次最多${writeLimits.places}个；进出时终端提示司机并上报，有限速的同时监控超速`}
          >
            <PlacesSelect kinds={kinds} known={[]} />
          </EditField>
          <EnumField name="mode" label="写入方式" of={writeMode} span={12} />
        </>
      ) : null}
      {content === writeContent.phoneBook ? (
        <>
          <EditField
            name="contacts"
            label="联系人"
            span={12}
            show={formatContactCount}
            help={`最多${writeLimits.contacts}人；司机可从终端直接拨打，也可接听他们的来电`}
          >
            <EntryList<PhoneBookEntry>
              noun="联系人"
              max={writeLimits.contacts}
              blank={blankEntry}
              columns={[
                { key: 'name', label: '姓名', placeholder: '如 调度', grow: 2 },
                { key: 'number', label: '电话', placeholder: '手机或固定电话', grow: 3 },
              ]}
            />
          </EditField>
          <EnumField name="mode" label="写入方式" of={bookModes} span={12} />
        </>
      ) : null}
      {content === writeContent.driverList ? (
        <>
          <EditField
            name="driverIds"
            label="司机"
            span={12}
            verb="选择"
            show={formatContactCount}
            help={`一次最多${writeLimits.drivers}人，写入的是各人有效司机卡的卡号；选“全部替换”而不选司机即清空白名单`}
          >
            <DriversSelect />
          </EditField>
          <EnumField name="mode" label="写入方式" of={driverListModes} span={12} />
        </>
      ) : null}
      {content === writeContent.params
        ? paramKeys.map((key) => (
            <NumberField
              key={key}
              name={key}
              label={writeParams[key].label}
              unit={writeParams[key].unit}
              span={6}
              help={`${writeParams[key].min}~${writeParams[key].max}`}
            />
          ))
        : null}
      {content === writeContent.readParams ? <Note text="终端返回的全部参数显示在任务列表的“终端应答”列。" /> : null}
      {content === writeContent.reset ? <Note text="终端会断开连接并重新启动，约一分钟后重新上线。" /> : null}
      <EditField
        name="vehicleIds"
        label="车辆"
        span={12}
        verb="选择"
        show={formatVehicleCount}
        help={`一次最多${writeLimits.vehicles}辆；离线的终端在${writeLimits.waitHours}小时内上线后自动下发`}
      >
        <VehiclePicker multiple max={writeLimits.vehicles} />
      </EditField>
    </>
  );
}

const Note = ({ text }: { text: string }) => (
  <p className="kit-form-field td-cap" data-span={12}>
    {text}
  </p>
);

/** 清除图形: removes all circles, rectangles, polygons and lines from terminals. */
export function ClearDialog({ done, close }: Props) {
  const [vehicleIds, setVehicleIds] = useState<string[]>([]);
  return (
    <FormDialog
      endpoint={writeClear}
      input={{ vehicleIds }}
      check
      told={({ count }) => `已向 ${count} 台终端下发清除`}
      done={done}
      close={close}
      title="清除终端中的区域和线路"
      okText="清除"
      danger
      width={440}
    >
      <p className="td-cap">终端中保存的全部圆形、矩形、多边形和线路都会删除；平台上的不受影响。</p>
      <Form layout="vertical">
        <AtField name="vehicleIds" label="车辆" htmlFor="clear-vehicles">
          <VehiclePicker
            id="clear-vehicles"
            multiple
            max={writeLimits.vehicles}
            value={vehicleIds}
            onChange={setVehicleIds}
          />
        </AtField>
      </Form>
    </FormDialog>
  );
}
