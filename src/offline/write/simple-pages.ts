import "server-only";
import { accessOf, type AppModel, type Entity, type View } from "../app-model";
import { formParts, setter } from "./form";
import { block, createImports } from "./imports";
import { type Column, columnsOf, entityImport, jsxAttribute, jsxText, namingOf } from "./naming";

/** A page where people who may not see the list can still send something in. */
export function publicFormSource(model: AppModel, view: View, entity: Entity): string {
  const imports = createImports();
  const { one, local } = namingOf(entity);
  const isForStaff = ({ kind, name, property }: Column) => {
    const related = model.entities.find((other) => other.name === property["x-reference"]);
    return (
      (kind === "enum" && /^(status|stage|state)$/.test(name)) ||
      (related !== undefined && accessOf(related).read !== "anonymous")
    );
  };
  const columns = columnsOf(entity).filter((column) => !isForStaff(column) || entity.required?.includes(column.name));
  const parts = formParts(imports, model, entity, columns);
  imports.named("lucide-react", "CircleCheck");
  imports.named("sonner", "toast");
  imports.named("@/api/entities", entityImport(entity));
  imports.named("@/components/ui/button", "Button");
  imports.named("@/components/ui/card", "Card", "CardContent");
  imports.whole("@/components/EmptyState", "EmptyState");
  imports.whole("@/components/PageHeader", "PageHeader");
  const head = [imports.text(), parts.options.join("\n"), `const row = {};`].filter(Boolean).join("\n\n");
  return `${head}

export default function ${view.page}Page() {
  ${block(2, [
    ...parts.related,
    `const start = {\n  ${block(2, parts.start)}\n};`,
    "const [values, setValues] = useState(start);",
    parts.checks.length > 0 && "const [errors, setErrors] = useState({});",
    "const [isSaving, setIsSaving] = useState(false);",
    "const [isSent, setIsSent] = useState(false);",
    setter(parts.checks.length > 0),
  ])}

  async function submit(event) {
    event.preventDefault();
    ${block(4, [parts.checks.length > 0 && block(0, ["const missing = {};", ...parts.checks, "setErrors(missing);", "if (Object.keys(missing).length > 0) return;"]), "setIsSaving(true);"])}
    try {
      await ${local}.create({
        ${block(8, ["...values,", ...parts.sent])}
      });
      setIsSent(true);
      setValues(start);
    } catch (error) {
      toast.error("The ${one} could not be sent", { description: error.message });
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <div className="mx-auto max-w-xl space-y-6">
      <PageHeader title=${jsxAttribute(view.title)} description="Fill in the form and send it." />
      {isSent ? (
        <EmptyState icon={CircleCheck} title="Thank you" description="Your ${one} has been received.">
          <Button variant="outline" onClick={() => setIsSent(false)}>Send another</Button>
        </EmptyState>
      ) : (
        <Card>
          <CardContent>
            <form onSubmit={submit} noValidate className="space-y-6">
              <div className="grid gap-4 sm:grid-cols-2">
                ${block(16, parts.fields)}
              </div>
              <Button type="submit" disabled={isSaving}>{isSaving ? "Sending…" : "Send"}</Button>
            </form>
          </CardContent>
        </Card>
      )}
    </div>
  );
}
`;
}

/** A page of words: about, help, contact details. */
export function textSource(view: View): string {
  const paragraphs = (view.text ?? "").split(/\n+/).filter(Boolean);
  return `import PageHeader from "@/components/PageHeader";

export default function ${view.page}Page() {
  return (
    <div className="max-w-2xl space-y-6">
      <PageHeader title=${jsxAttribute(view.title)} />
      ${block(
        6,
        paragraphs.map((text) => `<p className="leading-relaxed text-muted-foreground">${jsxText(text)}</p>`),
      )}
    </div>
  );
}
`;
}
