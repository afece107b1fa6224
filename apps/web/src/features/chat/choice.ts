// An option that a person has chosen, as it is sent, and as it is shown.

const SELECTION = /<\s*CHOICE_SELECTION\s*>(.*?)<\s*\/\s*CHOICE_SELECTION\s*>/is;

export function choiceMessage(choiceId: string, option: { id: string; label: string }): string {
  const selection = {
    choice_id: choiceId,
    selected_option_id: option.id,
    selected_option_label: option.label,
  };
  return `<CHOICE_SELECTION>${JSON.stringify(selection)}</CHOICE_SELECTION>`;
}

/** Whether an option leads to a conversation of its own, and says nothing in this one. */
export function opensConversation(optionId: string): boolean {
  return optionId === "new_conversation";
}

/** The symbol of an option that offers to fetch its data; null for any other option. */
export function symbolToFetch(optionId: string): string | null {
  return optionId.startsWith("fetch:") ? optionId.slice("fetch:".length) : null;
}

/** A person's message without its machine part: of a choice only the label. */
export function shownText(message: string): string {
  return message.replace(SELECTION, (whole, json: string) => labelIn(json) ?? whole).trim();
}

function labelIn(json: string): string | null {
  try {
    const selection: unknown = JSON.parse(json);
    const hasLabel =
      typeof selection === "object" && selection !== null && "selected_option_label" in selection;
    return hasLabel ? String(selection.selected_option_label) : null;
  } catch {
    return null;
  }
}
