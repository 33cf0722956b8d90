;;; emacs.el --- Emacs as a client of `yardstick lsp' -*- lexical-binding: t -*-
;; Diagnostics, completion, hover and renaming in an example project, with eglot and the settings of docs/editors.md.
;; Run by .ci/emacs, which sets WORK (a folder with a copy of the project and the settings) and puts the program on the PATH.

(require 'cl-lib)
(require 'flymake)
(require 'eglot)
(require 'yaml-mode)

(defvar work (getenv "WORK"))
(defvar failed 0)

(defun check (name good &optional detail)
  (unless good (cl-incf failed))
  (princ (format "emacs: %s: %s%s\n" (if good "ok" "FAILED") name (if (or good (not detail)) "" (format "\n%S" detail)))))

(defun wait-for (condition)
  "Wait up to 20 seconds until CONDITION holds; the machine may be busy."
  (with-timeout (20 nil)
    (while (not (funcall condition))
      (accept-process-output nil 0.05)
      (sit-for 0))
    t))

(defun messages ()
  (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))

(defun replace-text (old new)
  (goto-char (point-min))
  (search-forward old)
  (replace-match new t t)
  ;; What a user's next key would do.
  (eglot--signal-textDocument/didChange))

(load (expand-file-name "settings.el" work) nil t)
(setq eglot-send-changes-idle-time 0.1
      make-backup-files nil
      create-lockfiles nil)

(find-file (expand-file-name "project/envs/prod.yml" work))
(yaml-mode)
;; `eglot-ensure' waits for the next command, and there are none in a batch.
(run-hooks 'post-command-hook)
(check "the server starts" (wait-for #'eglot-current-server))
(flymake-mode 1)

(replace-text "replicas: 3" "replicsa: 3")
(check "a misspelled key is reported"
       (wait-for (lambda () (cl-some (lambda (text) (string-match-p "replicsa" text)) (messages))))
       (messages))
(replace-text "replicsa: 3" "replicas: 3")
(check "diagnostics go when the mistake is mended" (wait-for (lambda () (null (messages)))) (messages))

(goto-char (point-max))
(insert "na")
(eglot--signal-textDocument/didChange)
(let* ((found (eglot-completion-at-point))
       (names (and found (mapcar #'substring-no-properties (all-completions "" (nth 2 found))))))
  (check "completion offers a key of the schema"
         (cl-some (lambda (name) (string-match-p "\\`name" name)) names)
         names))
(delete-char -2)
(eglot--signal-textDocument/didChange)

(goto-char (point-min))
(search-forward "replic")
(let ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams))))
  (check "hover shows the type of a data value" (string-match-p "integer" (format "%S" hover)) hover))

;; Nobody is there to say yes.
(cl-letf (((symbol-function 'y-or-n-p) (lambda (&rest _) t)))
  (eglot-rename "copies"))
(save-some-buffers t)
(dolist (file '(("envs/prod.yml" "copies: 3") ("config/schema.yml" "copies: 1") ("config/deployment.yml" "v.copies")))
  (with-temp-buffer
    (insert-file-contents (expand-file-name (concat "project/" (car file)) work))
    (check (format "rename changes %s" (car file)) (search-forward (cadr file) nil t))))

(let ((server (eglot-current-server)))
  ;; It asks the server to shut down, waits for the answer, and then kills it.
  (eglot-shutdown server)
  (check "the server shuts down" (wait-for (lambda () (not (jsonrpc-running-p server))))))

(kill-emacs (if (= failed 0) 0 1))
