import {
  abnormalAdd,
  abnormalPage,
  abnormalStatusCount,
  abnormalSubjects,
  abnormalThread,
  maxAbnormalFiles,
} from '@tongda/contract/transport/abnormal/calls';
import { abnormalLevel, abnormalType } from '@tongda/contract/transport/waybill/enums';
import { DatePicker, Input, InputNumber, Segmented, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useDeferredValue, useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form-dialog';
import { type Picture, PictureInput } from '../../../kit/files/pictures';
import './styles.css';

const types = abnormalType.options.map(({ code, name }) => ({ value: code, label: name }));
const levels = abnormalLevel.options.map(({ code, name }) => ({ value: code, label: name }));
const shortest = 5;
const longest = 500;

interface ReportDialogProps {
  /** the waybill is known already */
  waybillCode?: string;
  /** what of it is meant, when an order is known already */
  orderCodes?: string[];
  done?: (abnormalCode: string) => void;
  close: () => void;
}

/** 异常上报: what happened to which goods, with pictures. */
export function ReportDialog({ waybillCode, orderCodes = [], done, close }: ReportDialogProps) {
  const [keyword, setKeyword] = useState(waybillCode ?? '');
  const asked = useDeferredValue(keyword);
  const found = useAsk(abnormalSubjects, { keyword: asked }, { keep: true });
  const [code, setCode] = useState(waybillCode);
  const [orders, setOrders] = useState<string[]>(orderCodes);
  const [type, setType] = useState<(typeof abnormalType.codes)[number]>();
  const [level, setLevel] = useState<(typeof abnormalLevel.codes)[number]>(abnormalLevel.minor);
  const [at, setAt] = useState<Dayjs | null>(dayjs());
  const [address, setAddress] = useState('');
  const [pieces, setPieces] = useState<number | null>(null);
  const [loss, setLoss] = useState<number | null>(null);
  const [text, setText] = useState('');
  const [files, setFiles] = useState<Picture[]>([]);
  const subject = found.data?.find((one) => one.waybillCode === code);
  const ready = (code !== undefined || orders.length > 0) && text.trim().length >= shortest;
  return (
    <FormDialog
      endpoint={abnormalAdd}
      input={
        type === undefined || at === null
          ? null
          : {
              waybillCode: code ?? null,
              orderCodes: orders,
              abnormalType: type,
              abnormalLevel: level,
              occurTime: at.format('YYYY-MM-DD HH:mm:ss'),
              address,
              affectPieces: pieces,
              lossAmount: loss,
              description: text,
              fileIds: files.map(({ id }) => id),
            }
      }
      ready={ready}
      touched={type !== undefined || `${address}${text}` !== '' || pieces !== null || loss !== null || files.length > 0}
      told={({ abnormalCode }) => `${abnormalCode} 已上报`}
      stale={[abnormalPage, abnormalStatusCount, abnormalThread]}
      done={({ abnormalCode }) => done?.(abnormalCode)}
      close={close}
      width={640}
      title="异常上报"
      okText="上报"
    >
      <div className="transport-abnormal-form transport-abnormal-two">
        <label htmlFor="abn-waybill">
          <span>运单 *</span>
          <AtField name="waybillCode">
            <Select
              id="abn-waybill"
              showSearch={{ filterOption: false, onSearch: setKeyword }}
              disabled={waybillCode !== undefined || (orderCodes.length > 0 && code === undefined)}
              loading={found.isFetching}
              value={code}
              onChange={(next) => {
                setCode(next);
                setOrders([]);
              }}
              placeholder={orderCodes.length > 0 ? '订单不在运单上' : '运单号、车牌号或订单号'}
              notFoundContent="没有符合条件的运单"
              options={(found.data ?? []).map((one) => ({
                value: one.waybillCode,
                label: `${one.waybillCode} ${one.plateNo} ${one.toName}`,
              }))}
            />
          </AtField>
        </label>
        <label htmlFor="abn-orders">
          <span>影响的订单（不选表示整车）</span>
          <AtField name="orderCodes">
            <Select
              id="abn-orders"
              mode="multiple"
              maxTagCount="responsive"
              value={orders}
              onChange={setOrders}
              disabled={subject === undefined}
              placeholder="整车"
              options={(subject?.orders ?? []).map((one) => ({
                value: one.orderCode,
                label: `${one.orderCode} ${one.receiver}`,
              }))}
            />
          </AtField>
        </label>
        <label htmlFor="abn-type">
          <span>异常类型 *</span>
          <AtField name="abnormalType">
            <Select id="abn-type" options={types} value={type} onChange={setType} placeholder="选择异常类型" />
          </AtField>
        </label>
        <div>
          <span className="td-cap">异常等级 *</span>
          <Segmented block aria-label="异常等级" options={levels} value={level} onChange={setLevel} />
        </div>
        <label htmlFor="abn-at">
          <span>发生时间 *</span>
          <AtField name="occurTime">
            <DatePicker
              id="abn-at"
              showTime={{ format: 'HH:mm' }}
              format="YYYY-MM-DD HH:mm"
              value={at}
              onChange={setAt}
            />
          </AtField>
        </label>
        <label htmlFor="abn-address">
          <span>发生地点</span>
          <AtField name="address">
            <Input
              id="abn-address"
              value={address}
              maxLength={120}
              placeholder={subject?.lng ? '默认车辆当前位置' : ''}
              onChange={(event) => setAddress(event.target.value)}
            />
          </AtField>
        </label>
        <label htmlFor="abn-pieces">
          <span>影响件数</span>
          <AtField name="affectPieces">
            <InputNumber id="abn-pieces" min={0} max={999_999} precision={0} value={pieces} onChange={setPieces} />
          </AtField>
        </label>
        <label htmlFor="abn-loss">
          <span>损失金额 元</span>
          <AtField name="lossAmount">
            <InputNumber id="abn-loss" min={0} max={99_999_999} precision={2} value={loss} onChange={setLoss} />
          </AtField>
        </label>
        <label htmlFor="abn-text" className="transport-abnormal-wide">
          <span>异常描述 *</span>
          <AtField name="description">
            <Input.TextArea
              id="abn-text"
              value={text}
              maxLength={longest}
              showCount
              autoSize={{ minRows: 3, maxRows: 6 }}
              placeholder={`发生了什么，至少${shortest}个字`}
              onChange={(event) => setText(event.target.value)}
            />
          </AtField>
        </label>
      </div>
      <PictureInput label="异常图片" max={maxAbnormalFiles} value={files} onChange={setFiles} />
    </FormDialog>
  );
}
