// Turns the verdict of research into rules of the conversation, which shows them by itself and asks for a word on them.
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useWords } from "../../../i18n/words";
import { ActionFailure } from "../../../ui/ActionFailure";
import { Button } from "../../../ui/form/Button";
import { useAction } from "../../../ui/useAction";
import { useConversationChange } from "../../conversationChange";
import { cardWords } from "./cardWords";

export function TakeUp({ chatId, researchId }: { chatId: string; researchId: string }) {
  const say = useWords(cardWords);
  const { client } = useApi();
  const changed = useConversationChange();
  const taking = useAction(async () => {
    const params = { path: { session_id: chatId } };
    const body = { research_session_id: researchId };
    await unwrap(client.POST("/api/v1/sessions/{session_id}/from-research", { params, body }));
    changed();
  });
  return (
    <div>
      <Button busy={taking.isBusy} data-testid="take-up-research" onClick={() => void taking.run()}>
        {say("take_up")}
      </Button>
      <ActionFailure error={taking.error} />
    </div>
  );
}
