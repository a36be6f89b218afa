import { useState } from 'react';
import type { OutboxPhoto, StepDraft } from '../offline/outbox-db';
import type { Driver } from '../use-driver';

/** Takes one step at a time. `act` answers whether it is stored on the phone; `fault` is the sentence that says why not. */
export function useStep(driver: Driver) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const act = async (step: StepDraft, photos?: OutboxPhoto[]): Promise<boolean> => {
    setBusy(true);
    try {
      await driver.act(step, photos);
      setFault('');
      return true;
    } catch {
      setFault('手机存储已满或不可用，操作没有保存，请清理后重试');
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, fault, act };
}
