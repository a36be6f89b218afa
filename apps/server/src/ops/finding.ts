/** One result of an examination: a Chinese sentence that says what is well, or what is wrong and what to do. */
export interface Finding {
  ok: boolean;
  text: string;
}
