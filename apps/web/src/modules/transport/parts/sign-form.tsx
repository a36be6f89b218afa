import { type RefObject, useRef, useState } from 'react';
import { SignaturePad } from './signature-pad';

/** What a receiver hands in: who, how many he takes and refuses, and why. */
interface Signed {
  signer: string;
  signPieces: number;
  rejectPieces: number;
  rejectReason: string | null;
}
interface Given {
  /** pieces that were brought, and the ones that he says he takes, as typed */
  brought: number;
  pieces: string;
  reason: string;
  signer: string;
  ink: boolean;
  /** the sentence that asks for the signature */
  askInk: string;
}

const signFault = (fault: string) => ({ fault, signed: null });

/** Checks a signature form: `fault` is the sentence about the first thing that is wrong, otherwise `signed` is what it says. */
export function readSignForm(given: Given): { fault: string; signed: Signed | null } {
  const { brought, pieces } = given;
  const signPieces = Number(pieces);
  const rejectPieces = brought - signPieces;
  const [signer, reason] = [given.signer.trim(), given.reason.trim()];
  if (pieces === '' || !Number.isInteger(signPieces) || signPieces < 0 || rejectPieces < 0)
    return signFault(`实收件数应为 0~${brought} 的整数`);
  if (rejectPieces > 0 && reason === '') return signFault('请填写拒收原因');
  if (signer.length < 2) return signFault('请填写签收人（2~20 个字）');
  if (!given.ink) return signFault(given.askInk);
  return { fault: '', signed: { signer, signPieces, rejectPieces, rejectReason: rejectPieces > 0 ? reason : null } };
}

interface SignForm {
  canvas: RefObject<HTMLCanvasElement | null>;
  /** pieces that are refused by what is typed; 0 while that is no number */
  rejected: number;
  read: () => ReturnType<typeof readSignForm>;
  pieces: string;
  setPieces: (pieces: string) => void;
  reason: string;
  setReason: (reason: string) => void;
  signer: string;
  setSigner: (signer: string) => void;
  setInk: (ink: boolean) => void;
}

/** The form in which goods are signed for: on the driver's phone, and on the receiver's own. */
export function useSignForm(brought: number, askInk: string): SignForm {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [ink, setInk] = useState(false);
  const [signer, setSigner] = useState('');
  const [pieces, setPieces] = useState(String(brought));
  const [reason, setReason] = useState('');
  const taken = /^\d{1,6}$/u.test(pieces) ? Number(pieces) : brought;
  return {
    canvas,
    rejected: Math.max(0, brought - taken),
    read: () => readSignForm({ brought, pieces, reason, signer, ink, askInk }),
    pieces,
    setPieces,
    reason,
    setReason,
    signer,
    setSigner,
    setInk,
  };
}

/** Pieces, why some are refused, who signs, and where. */
export function SignFields({ form, who }: { form: SignForm; who: string }) {
  return (
    <>
      <label>
        实收件数
        <input
          inputMode="numeric"
          value={form.pieces}
          onChange={(event) => form.setPieces(event.target.value.trim())}
        />
      </label>
      {form.rejected > 0 ? (
        <label>
          拒收 {form.rejected} 件，原因
          <input maxLength={100} value={form.reason} onChange={(event) => form.setReason(event.target.value)} />
        </label>
      ) : null}
      <label>
        签收人
        <textarea
          // a phone shows about so many characters in a line
          rows={form.signer.length > 15 ? 2 : 1}
          maxLength={20}
          placeholder={who}
          value={form.signer}
          onChange={(event) => form.setSigner(event.target.value.replaceAll('\n', ''))}
        />
      </label>
      <SignaturePad canvas={form.canvas} onInk={form.setInk} />
    </>
  );
}
