import { Link } from "react-router-dom";
import { Button } from "@/components/ui/button";
import { Cover } from "@/components/ui/cover";

/**
 * The head of a public site: what it is, what to do first, and a picture. `action`: `{ label: "Browse recipes", page: "Recipes" }`.
 * @param {{ title: string, text?: string, action?: { label: string, page: string }, second?: { label: string, page: string }, image?: string }} props
 */
export function Hero({ title, text, action, second, image }) {
  return (
    <section className="relative isolate overflow-hidden rounded-2xl border bg-card">
      <div className="absolute inset-0 -z-10 opacity-90 md:left-1/2" aria-hidden="true">
        <Cover seed={`hero ${title}`} image={image} />
      </div>
      <div className="max-w-xl bg-card/95 p-6 sm:p-10 md:max-w-[56%] md:bg-card lg:p-14">
        <h1 className="break-words text-3xl leading-[1.08] sm:text-4xl lg:text-5xl">{title}</h1>
        {text && <p className="mt-4 max-w-md break-words text-base leading-relaxed text-muted-foreground">{text}</p>}
        <div className="mt-7 flex flex-wrap gap-3">
          {action && (
            <Button asChild size="lg">
              <Link to={`/${action.page}`}>{action.label}</Link>
            </Button>
          )}
          {second && (
            <Button asChild size="lg" variant="outline">
              <Link to={`/${second.page}`}>{second.label}</Link>
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}
