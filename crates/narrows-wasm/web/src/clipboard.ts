/** Copies text, by hand where the clipboard is closed to the page. */
import { toast } from "./dialogs";
import { t } from "./strings";

export async function copyText(text: string, field: HTMLTextAreaElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(t.share.copied);
  } catch {
    field.focus();
    field.select();
    toast(t.share.copyByHand);
  }
}
