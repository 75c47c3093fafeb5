type SuggestedQuestionsProps = {
  questions: readonly string[]
  label: string
  onAsk: (question: string) => void
}

export function SuggestedQuestions({ questions, label, onAsk }: SuggestedQuestionsProps) {
  if (questions.length === 0) return null
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {questions.map((question) => (
        <li key={question}>
          <button
            type="button"
            dir="auto"
            onClick={() => onAsk(question)}
            className="chat-chip text-start text-xs"
          >
            {question}
          </button>
        </li>
      ))}
    </ul>
  )
}
