import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { optionalText } from '../../core/field/inputs';
import { dateTime } from '../../core/page';
import { button } from '../../shell/rights';
import { orderCode } from '../order/calls';
import { waybillCode } from '../waybill/shapes';

const text = z.string();
const numeric = z.number().nullable();

/** Hours that a link to sign is valid; it ends sooner with the signature, or when the goods leave the truck. */
export const signLinkHours = 24;
/** Hours after the signature during which the link still shows what was signed. */
export const signedShownHours = 72;

const made = z.object({
  /** path of the page; it is answered only here, because the platform stores nothing but its hash */
  url: text,
  expireTime: dateTime,
});
/** Makes a link for the receiver of an order; an unused link of the same order ends with it. */
export const signLinkCreate = endpoint({
  path: '/api/tms/tracking/signLink',
  access: button('customerOrder', 'sign'),
  title: '生成收货方签收链接',
  input: z.object({ orderCode }),
  output: made,
});
export const driverSignLink = endpoint({
  path: '/api/tms/driverApp/signLink',
  access: 'session',
  title: '司机端：生成收货方签收链接（限本人运单）',
  input: z.object({ waybillCode, orderCode }),
  output: made,
});

const token = text.trim().min(20, '链接不完整，请联系送货司机').max(100, '链接不完整，请联系送货司机');

/** What is handed over and how warm it was; after the signature also what was signed. */
export const receiverSignView = endpoint({
  path: '/api/open/receiverSign',
  access: 'public',
  title: '收货方签收页',
  input: z.object({ token }),
  output: z.object({
    company: text,
    orderCode: text,
    shipper: text,
    receiver: text,
    receiveAddress: text,
    plateNo: text,
    driverName: text,
    /** pieces that are handed over */
    pieces: z.number(),
    goods: z.array(z.object({ name: text, spec: z.string().nullable(), pieces: z.number(), unit: text })),
    temperatureType: z.number(),
    tempMin: numeric,
    tempMax: numeric,
    /** of the box during the trip; null without readings */
    temperature: z
      .object({
        rate: numeric,
        minTemp: numeric,
        maxTemp: numeric,
        points: z.array(z.object({ time: dateTime, temp: numeric })),
      })
      .nullable(),
    expireTime: dateTime,
    signed: z.object({ time: dateTime, signer: text, signPieces: z.number(), rejectPieces: z.number() }).nullable(),
  }),
});
export type ReceiverSign = z.infer<typeof receiverSignView.output>;

/** Largest picture of a signature, in characters of base64 (about 300 kB). */
const maxSignature = 400_000;
const pieces = z.number('请输入件数').int('件数须为整数').min(0, '件数不能小于0').max(999_999);
/** Signs for the goods. A link works once; a second attempt is refused. */
export const receiverSignSubmit = endpoint({
  path: '/api/open/receiverSignSubmit',
  access: 'public',
  title: '收货方签收',
  // the picture and the words around it
  maxBodyKb: 512,
  input: z.object({
    token,
    signer: z.string('请填写签收人').trim().min(2, '签收人为2~20个字符').max(20, '签收人最多20个字符'),
    signPieces: pieces,
    rejectPieces: pieces.default(0),
    rejectReason: optionalText(100),
    /** jpeg, base64 */
    signature: z
      .base64('签名无法识别，请重新签名')
      .min(100, '请在签名区签名')
      .max(maxSignature, '签名图片过大，请重新签名'),
  }),
  output: z.object({ signTime: dateTime }),
});
